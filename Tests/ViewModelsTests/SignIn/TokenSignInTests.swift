import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Sign-in by a token")
@MainActor
struct TokenSignInTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let form: SignInViewModel

  init() {
    form = SignInViewModel(
      sessions: sessions, local: FakeLocalServerController(), world: test.world,
      restoreFailure: nil)
  }

  private func discover(acceptsPasswords: Bool = true, acceptsLoginTokens: Bool) {
    sessions.onDiscover.answer(
      with: .just(
        ServerDescription(
          address: "https://matrix.example.org", newestVersion: "v1.15",
          acceptsPasswords: acceptsPasswords, acceptsLoginTokens: acceptsLoginTokens)))
    form.serverChanged("")
    form.serverChanged("example.org")
    test.scheduler.advance(by: .milliseconds(500))
  }

  @Test("is offered by servers that have it, and by no other")
  func offers() {
    #expect(!form.offersTokens.value)
    discover(acceptsLoginTokens: false)
    #expect(!form.offersTokens.value)
    form.signInByToken()
    #expect(form.question.value == nil)
    discover(acceptsLoginTokens: true)
    #expect(form.offersTokens.value)
    discover(acceptsPasswords: false, acceptsLoginTokens: true)
    #expect(
      form.serverStatusText.value
        == "https://matrix.example.org takes tokens only: “sign in with a token” in the menu.")
  }

  @Test(
    "takes the token as a secret, without the space around it; a refused one stays at the question")
  func signsIn() throws {
    discover(acceptsLoginTokens: true)
    form.signInByToken()
    let question = try #require(form.question.value)
    #expect(question.titleText == "Sign in to matrix.example.org with a token")
    #expect(question.isSecret && !question.submit.isEnabled.value)
    for text in [" ", "two words", "caf\u{E9}", "a\u{7}", String(repeating: "x", count: 4_097)] {
      question.textChanged(text)
      question.submit.execute()
      #expect(question.errorText.value.hasPrefix("That is no token"))
    }
    #expect(sessions.onSignIn.takeCalls().isEmpty)
    question.textChanged(" syl_abc\n")
    #expect(question.text.value == "")
    sessions.onSignIn.fail(.refused, status: 403, code: "M_FORBIDDEN")
    question.submit.execute()
    #expect(question.errorText.value.hasPrefix("The server does not accept this token."))
    sessions.onSignIn.fail(.timedOut)
    question.textChanged("syl_abc")
    question.submit.execute()
    #expect(question.errorText.value == "The server did not answer in time. Try again.")
    let calls = sessions.onSignIn.takeCalls()
    #expect(calls.map(\.server) == Array(repeating: "https://matrix.example.org", count: 2))
    guard case .loginToken(let token) = try #require(calls.first).proof else {
      Issue.record("another proof")
      return
    }
    #expect(token.reveal() == "syl_abc")
  }
}
