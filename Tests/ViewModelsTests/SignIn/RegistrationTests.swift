import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("A new account")
@MainActor
struct RegistrationTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let form: SignInViewModel

  init() {
    form = SignInViewModel(
      sessions: sessions, local: FakeLocalServerController(), world: test.world,
      restoreFailure: nil)
  }

  private func discover(_ offer: RegistrationOffer) {
    sessions.onDiscover.answer(
      with: .just(
        ServerDescription(
          address: "https://example.org", newestVersion: nil, acceptsPasswords: true,
          registration: offer)))
    form.serverChanged("")
    form.serverChanged("example.org")
    test.scheduler.advance(by: .milliseconds(500))
  }

  private func answer(_ text: String) throws -> PromptViewModel {
    let question = try #require(form.question.value)
    question.textChanged(text)
    question.submit.execute()
    return question
  }

  @Test("is offered where people can make one, and told of where they cannot do it here")
  func offers() {
    let offered = Recorder(form.offersRegistration)
    offered.expect(false)
    discover(.open(RegistrationNeeds()))
    offered.expect(true)
    discover(.closed)
    offered.expect(false)
    form.register()
    #expect(form.question.value == nil)
    discover(.elsewhere)
    offered.expect(true)
    form.register()
    #expect(
      form.errorText.value
        == "example.org wants an e-mail address or a captcha for new accounts, which this program cannot "
        + "give. Register in a browser first: https://example.org")
    #expect(form.question.value == nil)
  }

  @Test("takes a free name and a password twice, and is signed in to")
  func simple() throws {
    discover(.open(RegistrationNeeds()))
    form.register()
    #expect(form.question.value?.titleText == "New account on example.org: its name")
    #expect(
      try answer("Ada Lovelace").errorText.value
        == "“Ada Lovelace” is not valid. Choose a name made of a-z, 0-9 and . _ = / -")
    sessions.newAccounts.onCheckName.fail(.refused, status: 400, code: "M_USER_IN_USE")
    #expect(try answer("ada").errorText.value == "This name is already taken. Choose another.")
    sessions.newAccounts.onCheckName.answer(with: .empty)
    _ = try answer("ada2")
    #expect(
      sessions.newAccounts.onCheckName.takeCalls()
        == [["ada", "https://example.org"], ["ada2", "https://example.org"]])

    #expect(form.question.value?.titleText == "A password for ada2")
    #expect(form.question.value?.isSecret == true)
    #expect(
      try answer("secret1").errorText.value
        == "A password needs 8 characters or more: a shorter one is soon guessed.")
    #expect(
      try answer("         ").errorText.value
        == "A password of nothing but spaces is soon guessed. Choose another.")
    _ = try answer("secret 12")
    #expect(try answer("secret 1").errorText.value.contains("not the same new password"))
    sessions.newAccounts.onRegister.fail(.refused, status: 400, code: "M_WEAK_PASSWORD")
    #expect(try answer("secret 12").errorText.value == "The server wants a stronger password.")
    sessions.newAccounts.onRegister.fail(
      .refused, status: 400, code: "M_PASSWORD_NO_DIGIT",
      serverText: "Password must contain\nat least one digit.")
    #expect(
      try answer("secret 12").errorText.value
        == "The server does not take this password: “Password must contain at least one digit.”")
    sessions.newAccounts.onRegister.fail(
      .refused, status: 400, code: "M_WEAK_PASSWORD", serverText: String(repeating: "x", count: 512)
    )
    #expect(try answer("secret 12").errorText.value.count < 160)
    sessions.newAccounts.onRegister.answer(with: .just(try #require(UserID("@ada2:example.org"))))
    sessions.onSignIn.answer(with: .just(FakeAccount().session))
    _ = try answer("secret 12")
    #expect(
      sessions.newAccounts.onRegister.takeCalls().last
        == ["ada2", "secret 12", "", "false", "https://example.org"])
    #expect(form.question.value == nil)
    #expect(form.userText.value == "@ada2:example.org")
    let credentials = try #require(sessions.onSignIn.takeCalls().first)
    #expect(credentials.server == "https://example.org")
    #expect(credentials.user == "@ada2:example.org")
    #expect(credentials.password.reveal() == "secret 12")
  }

  @Test(
    "begins with the name in the typed user ID",
    arguments: [
      ("@ada:example.org", "ada"), (" ada ", "ada"), ("Ada Lovelace", ""), ("", ""),
    ])
  func typed(user: String, name: String) {
    form.userChanged(user)
    discover(.open(RegistrationNeeds()))
    form.register()
    #expect(form.question.value?.text.value == name)
  }

  @Test("takes a token and accepts terms where the server asks for that")
  func stages() throws {
    let terms = [
      ServerTerms(name: "Privacy\npolicy", address: "https://example.org/p"),
      ServerTerms(name: "Rules", address: "https://example.org/r"),
    ]
    discover(.open(RegistrationNeeds(token: true, terms: terms)))
    sessions.newAccounts.onCheckName.answer(with: .empty)
    form.register()
    _ = try answer("ada")
    _ = try answer("secret 12")
    _ = try answer("secret 12")
    #expect(form.question.value?.titleText == "example.org takes new accounts with a token")
    sessions.newAccounts.onCheckToken.fail(.refused, code: "M_FORBIDDEN")
    #expect(
      try answer("guess").errorText.value
        == "The server does not accept that token. Ask its administrator for one.")
    sessions.newAccounts.onCheckToken.answer(with: .empty)
    _ = try answer("invited")
    let consent = try #require(form.question.value)
    #expect(consent.isConfirmation)
    #expect(
      consent.titleText
        == "Accept the terms of example.org? Privacy policy: https://example.org/p  Rules: "
        + "https://example.org/r")
    sessions.newAccounts.onRegister.fail(.unsupportedProof, status: 401)
    consent.submit.execute()
    #expect(
      consent.errorText.value
        == "The server asks for more than this program can give. Register in a browser.")
    #expect(
      sessions.newAccounts.onRegister.takeCalls()
        == [["ada", "secret 12", "invited", "true", "https://example.org"]])
    form.closeQuestion()
    #expect(form.question.value == nil)
  }
}
