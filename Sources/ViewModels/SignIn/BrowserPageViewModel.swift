package import Controllers
public import Signals

/// The wait for what the user does on a web page.
public final class BrowserPageViewModel {
  /// Where the page signs in to.
  public let titleText: String
  /// What to do with the page.
  public let instructionText: Property<String>
  /// The page's address; empty until it is known.
  public let addressText: Property<String>
  /// The code to enter on the page; empty when there is none.
  public let codeText: Property<String>
  /// Whether the address where a browser ended can be pasted.
  public let takesAnswer: Bool
  /// Why a pasted text was of no use.
  public let errorText: Property<String>
  /// Emits an address to open in a browser of this machine.
  public let openings: Signal<String, Never>
  /// Takes the pasted text, which no output contains; enabled while there is one.
  public let submit: Command<Void, Void, Never>

  private let server: ServerDescription
  private let way: BrowserWay
  private let pasted = Subject<String, Never>()
  private let visit = MutableProperty<BrowserVisit?>(nil)
  private let answer = MutableProperty("")
  private let error = MutableProperty("")
  private let opening = ReplaySubject<String, Never>(capacity: 1)
  private let lifetime = Lifetime()

  /// Makes the wait for a page of a server; `begin` asks for the page.
  package init(_ server: ServerDescription, by way: BrowserWay) {
    let (error, answer, pasted) = (error, answer, pasted)
    (self.server, self.way) = (server, way)
    titleText = "Sign in to \(SignInHints.name(server))"
    takesAnswer = way != .deviceCode
    instructionText = visit.map { Self.instruction($0, way) }
    addressText = visit.map { $0.map { $0.code?.address ?? $0.address } ?? "" }
    codeText = visit.map { $0?.code.map { Names.oneLine($0.text) } ?? "" }
    errorText = error
    openings = opening.signal
    submit = Command(isEnabled: answer.map { !$0.isBlank }) { _ in
      error.value = ""
      pasted.send(answer.value)
      return .empty
    }
  }

  /// Asks for the page; `proven` hears of the proof, and `failed` of the end without one.
  package func begin(
    from browser: any BrowserController, proven: @escaping (SignInProof) -> Void,
    failed: @escaping (RequestError) -> Void
  ) {
    let (visit, error, opening) = (visit, error, opening)
    let steps = browser.proof(from: server.address, by: way, pasted: pasted.signal)
    lifetime.add(
      steps.observe(on: .main).subscribe(
        value: { step in
          switch step {
          case .visit(let page):
            visit.value = page
            opening.send(page.address)
          case .unusable:
            error.value = "That is not where the browser ended. Copy its whole address."
          case .proven(let proof): proven(proof)
          }
        }, failed: { failed($0) }))
  }

  /// Updates the text of the field.
  public func answerChanged(_ text: String) {
    answer.value = text
    // The view empties the field when its text was of no use.
    if !text.isEmpty { error.value = "" }
  }

  /// Opens the page once more.
  public func openAgain() {
    if let visit = visit.value { opening.send(visit.address) }
  }

  private static func instruction(_ visit: BrowserVisit?, _ way: BrowserWay) -> String {
    guard let visit else { return "Asking the server…" }
    if visit.code != nil {
      return
        "Your browser opens a page. If none does, open this address anywhere, and enter the code."
    }
    return
      "Sign in on the page that your browser opens; this goes on by itself. Is the browser on another "
      + "machine? Paste the address where it ends, although it shows an error there."
  }
}
