import Controllers
import Signals

/// Asks the user for what a server wants before it changes the account: the password, or a word on a web page.
struct Confirmation {
  let questions: Questions
  /// Whether an account without a password can confirm it on a page; this machine's server has none.
  let takesBrowser: Bool
  /// Opens a page in the user's browser.
  let open: (String) -> Void

  init(session: Session, questions: Questions, open: @escaping (String) -> Void) {
    (self.questions, self.open, takesBrowser) = (questions, open, !session.isOnThisMachine)
  }

  /// What an empty field for a password says.
  func placeholder(_ password: String) -> String {
    takesBrowser ? "\(password), or empty: in a browser" : password
  }

  /// Does some work with a password; without one, asks whether to confirm it in a browser instead.
  ///
  /// Enter alone does nothing yet: a server may want no proof at all.
  func run(
    with password: Secret<String>, _ work: @escaping (AccountProof) -> Signal<Void, RequestError>
  ) -> Signal<Void, RequestError> {
    guard password.reveal().isEmpty else {
      return work(.password(password)).recovering { error in
        guard case .needsBrowser(let page) = error.reason else { return .failed(error) }
        askToOpen(page, work)
        return .empty
      }
    }
    questions.confirm(
      "Confirm it in a browser?", "y: open the server's page, any other key: no",
      isChange: false
    ) {
      work(.browser(nil)).recovering { error in
        switch error.reason {
        case .needsBrowser(let page): visit(page, work)
        case .unsupportedProof:
          return .unusable(
            "This server cannot confirm that in a browser. Type the password instead.")
        default: return .failed(error)
        }
        return .empty
      }
    }
    return .empty
  }

  private func askToOpen(
    _ page: BrowserConfirmation, _ work: @escaping (AccountProof) -> Signal<Void, RequestError>
  ) {
    questions.confirm(
      "The server wants you to confirm that in a browser.", "y: open its page, any other key: no"
    ) {
      visit(page, work)
      return .empty
    }
  }

  /// Opens the page, and asks the server again when the user says that it is done.
  private func visit(
    _ page: BrowserConfirmation, _ work: @escaping (AccountProof) -> Signal<Void, RequestError>
  ) {
    open(page.address)
    questions.confirm(
      "Confirm it in your browser. If none opens, go to \(page.address)",
      "y: it is confirmed there, any other key: give up", titleRows: 8
    ) {
      work(.browser(page)).recovering { error in
        guard case .needsBrowser(let next) = error.reason else { return .failed(error) }
        guard next.session == page.session else {
          askToOpen(next, work)
          return .empty
        }
        return .unusable("The server has not heard of it yet. Finish it there, then press y again.")
      }
    }
  }
}
