import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing
import ViewModels

@Suite("Sign-in by a web page")
@MainActor
struct BrowserSignInTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let form: SignInViewModel

  init() {
    form = SignInViewModel(
      sessions: sessions, local: FakeLocalServerController(), world: test.world,
      restoreFailure: nil)
  }

  private func discover(_ ways: [BrowserWay], acceptsPasswords: Bool = true) {
    sessions.onDiscover.answer(
      with: .just(
        ServerDescription(
          address: "https://matrix.example.org", newestVersion: "v1.15",
          acceptsPasswords: acceptsPasswords, browserWays: ways)))
    form.serverChanged("")
    form.serverChanged("example.org")
    test.scheduler.advance(by: .milliseconds(500))
  }

  @Test("is offered by a server that has it, and takes the place of a password that is of no use")
  func offers() {
    let (passwords, browser) = (Recorder(form.acceptsPasswords), Recorder(form.offersBrowser))
    passwords.expect(true)
    browser.expect(false)
    discover([.singleSignOn(nil)])
    passwords.expectNothing()
    browser.expect(true)
    discover([.deviceCode], acceptsPasswords: false)
    passwords.expect(false)
    browser.expect(false, true)
    #expect(form.serverStatusText.value == "https://matrix.example.org ✓  Matrix v1.15")
    form.serverChanged("other.org")
    passwords.expect(true)
    browser.expect(false)
    discover([], acceptsPasswords: false)
    #expect(
      form.serverStatusText.value
        == "https://matrix.example.org offers no way to sign in that this program has.")
    passwords.expectNothing()
  }

  @Test("opens the page, tells of a text that is of no use, and signs in with the proof")
  func singleSignOn() throws {
    discover([.singleSignOn(nil)])
    let steps = sessions.pages.onProof.answerLater()
    form.signInByBrowser()
    let page = try #require(form.page.value)
    let asked = try #require(sessions.pages.onProof.takeCalls().first)
    #expect(asked.server == "https://matrix.example.org" && asked.way == .singleSignOn(nil))
    #expect(page.titleText == "Sign in to matrix.example.org")
    #expect(page.takesAnswer)
    let (address, code) = (Recorder(page.addressText), Recorder(page.codeText))
    let (error, enabled) = (Recorder(page.errorText), Recorder(page.submit.isEnabled))
    let openings = Openings(page)
    #expect(page.instructionText.value == "Asking the server…")
    address.expect("")
    code.expect("")
    error.expect("")
    enabled.expect(false)

    steps.send(.visit(BrowserVisit(address: "https://matrix.example.org/sso")))
    address.expect("https://matrix.example.org/sso")
    #expect(page.instructionText.value.hasPrefix("Sign in on the page that your browser opens"))
    #expect(openings.take() == ["https://matrix.example.org/sso"])
    page.openAgain()
    #expect(openings.take() == ["https://matrix.example.org/sso"])

    page.answerChanged("nonsense")
    enabled.expect(true)
    page.submit.execute()
    enabled.expect(false, true)
    #expect(sessions.pages.takePasted() == ["nonsense"])
    steps.send(.unusable)
    error.expect("That is not where the browser ended. Copy its whole address.")
    page.answerChanged("")
    enabled.expect(false)
    error.expectNothing()
    page.answerChanged("again")
    enabled.expect(true)
    error.expect("")

    let session = sessions.onSignIn.answerLater()
    steps.send(.proven(.loginToken(Secret("token"))))
    #expect(form.page.value == nil)
    let credentials = try #require(sessions.onSignIn.takeCalls().first)
    #expect(credentials.server == "https://matrix.example.org")
    guard case .loginToken(let token) = credentials.proof else {
      Issue.record("another proof")
      return
    }
    #expect(token.reveal() == "token")
    #expect(form.progressText.value == "Signing in…")
    session.fail(
      RequestError(operation: .browserSignIn, reason: .refused, status: 403, code: "M_FORBIDDEN"))
    #expect(
      form.errorText.value == "The server does not accept what came from the browser. Try again.")
    #expect(!form.isBusy.value)
  }

  @Test("shows a code to enter on the page, and takes no text then")
  func deviceCode() throws {
    discover([.deviceCode], acceptsPasswords: false)
    let steps = sessions.pages.onProof.answerLater()
    form.signInByBrowser()
    let page = try #require(form.page.value)
    let openings = Openings(page)
    #expect(!page.takesAnswer)
    steps.send(
      .visit(
        BrowserVisit(
          address: "https://auth.example.org/link?code=ABCD",
          code: .init(address: "https://auth.example.org/link", text: "ABCD"))))
    #expect(page.addressText.value == "https://auth.example.org/link")
    #expect(page.codeText.value == "ABCD")
    #expect(openings.take() == ["https://auth.example.org/link?code=ABCD"])
    #expect(page.instructionText.value.contains("enter the code"))
  }

  @Test(
    "a page that ends without a proof says why on the form",
    arguments: [
      (RequestError.Reason.timedOut, nil, "Nothing came from the browser in time. Try again."),
      (.refused, "access_denied", "That was declined in the browser. Try again."),
      (
        .malformedResponse(path: "$.verification_uri"), nil,
        "The server sent an invalid response ($.verification_uri). Tell its administrator."
      ),
    ] as [(RequestError.Reason, String?, String)])
  func failures(reason: RequestError.Reason, code: String?, text: String) {
    discover([.deviceCode])
    sessions.pages.onProof.fail(reason, code: code)
    form.signInByBrowser()
    #expect(form.page.value == nil)
    #expect(form.errorText.value == text)
  }

  @Test("one of several providers is chosen first; leaving the page ends the wait")
  func providers() throws {
    let names = ["Wikimedia", "Example\nWorks"]
    let ways = names.enumerated().map { index, name in
      BrowserWay.singleSignOn(IdentityProvider(id: "idp\(index)", name: name))
    }
    discover(ways)
    form.signInByBrowser()
    let question = try #require(form.question.value)
    #expect(question.titleText == "Sign in to matrix.example.org with")
    #expect(question.isChoice)
    #expect(question.suggestions.value.map(\.titleText) == ["Wikimedia", "Example Works"])
    question.textChanged("work")
    #expect(question.suggestions.value.map(\.titleText) == ["Example Works"])
    let ended = Flag()
    sessions.pages.onProof.answer { _ in
      Signal { _ in AnyDisposable { ended.raise() } }
    }
    question.submit.execute()
    #expect(sessions.pages.onProof.takeCalls().map(\.way) == [ways[1]])
    #expect(form.question.value == nil)
    #expect(form.page.value != nil)
    form.closePage()
    #expect(form.page.value == nil)
    #expect(ended.isRaised)
  }
}

/// The addresses that a page asks to open.
@MainActor
private final class Openings {
  private var addresses: [String] = []
  private var subscription: (any Disposable)?

  init(_ page: BrowserPageViewModel) {
    subscription = page.openings.observe(on: .main).subscribe { [weak self] in
      self?.addresses.append($0)
    }
  }

  func take() -> [String] {
    defer { addresses = [] }
    return addresses
  }
}

/// Whether something has happened.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isRaised: Bool { state.withLock { $0 } }
  func raise() { state.withLock { $0 = true } }
}
