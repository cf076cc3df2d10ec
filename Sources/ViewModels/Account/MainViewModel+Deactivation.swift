import Controllers
import Models
import Signals

/// The end of the account, and the page where others manage it.
extension MainViewModel {
  /// Asks for the user ID, what becomes of what the account wrote, and the password or a confirmation on a
  /// page that `open` opens, and deactivates the account; `tell` says that it is done.
  public func askToDeactivate(
    open: @escaping (String) -> Void, tell: @escaping (String) -> Void
  ) {
    let confirmation = Confirmation(session: session, questions: questions, open: open)
    let user = session.userID.rawValue
    questions.askOptionally(
      "Deactivate \(user) for good? It leaves all rooms, nobody can sign in to it, and its name is never "
        + "free again. This cannot be undone. Type the user ID to go on.", placeholder: user,
      titleRows: 6
    ) { [weak self] answer in
      guard answer == user else {
        return .failed(RequestError(operation: .deactivate, reason: .invalidInput(answer)))
      }
      self?.askToErase(confirmation, tell)
      return .empty
    }
  }

  private func askToErase(_ confirmation: Confirmation, _ tell: @escaping (String) -> Void) {
    let keeping = PromptSuggestion(
      titleText: "Leave its messages as they are", noteText: "", answerText: "keep")
    let erasing = PromptSuggestion(
      titleText: "Hide its messages", noteText: "from people who join later", answerText: "erase")
    questions.askForChoice(
      "What becomes of the messages of \(Names.label(session.userID))?",
      placeholder: world.chosen.value.choosingText, among: [keeping, erasing]
    ) { [weak self] answer in
      self?.confirmDeactivation(isErasing: answer == erasing.answerText, confirmation, tell)
      return .empty
    }
  }

  private func confirmDeactivation(
    isErasing: Bool, _ confirmation: Confirmation, _ tell: @escaping (String) -> Void
  ) {
    let (session, sessions, user) = (session, sessions, session.userID.rawValue)
    questions.askForSecret(
      "Deactivate \(user) for good: your password does it",
      placeholder: confirmation.placeholder("your password"), isOptional: confirmation.takesBrowser
    ) { password in
      confirmation.run(with: password) { proof in
        session.account.deactivate(isErasing: isErasing, proof: proof).onMain(completed: {
          tell("\(user) is deactivated")
          // Nobody can sign in to it again, so nothing of it is worth keeping.
          _ = sessions.remove(session.id).detached()
        })
      }
    }
  }

  /// Opens the page where the account is managed, if its server leaves that to one; `tell` says otherwise.
  public func openAccountPage(
    open: @escaping (String) -> Void, tell: @escaping (String) -> Void
  ) {
    tell("Looking for the account's page…")
    accountPage.inner = session.account.page().observe(on: .main).subscribe(
      value: { page in
        guard let page else { return tell("This server has no page for accounts") }
        tell("")
        open(page)
      }, failed: { tell(ErrorSentences.text($0)) })
  }
}
