import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Sign-in view model, on this machine")
@MainActor
struct LocalSignInTests {
  private var test = TestWorld()
  private let sessions = FakeSessionController()
  private let local = FakeLocalServerController()
  private let ada: LocalAccount
  private let grace: LocalAccount

  init() throws {
    ada = LocalAccount(userID: try #require(UserID("@ada:localhost")))
    grace = LocalAccount(userID: try #require(UserID("@grace:localhost")))
  }

  private func makeForm(restoreFailure: RequestError? = nil) -> SignInViewModel {
    SignInViewModel(
      sessions: sessions, local: local, world: test.world, restoreFailure: restoreFailure)
  }

  @Test("on a fresh machine the login name is suggested, refused, changed and accepted")
  func story() {
    let form = makeForm()
    let (name, status) = (Recorder(form.local.nameText), Recorder(form.local.statusText))
    let (progress, error) = (Recorder(form.progressText), Recorder(form.errorText))
    let (busy, enabled) = (Recorder(form.isBusy), Recorder(form.local.start.isEnabled))
    #expect(form.local.isPreferred)
    name.expect("ada")
    status.expect("New: Enter creates the account")
    progress.expect("")
    error.expect("")
    busy.expect(false)
    enabled.expect(true)

    var steps = local.onSignUp.answerLater()
    form.local.start.execute()
    #expect(local.onSignUp.takeCalls() == ["ada"])
    progress.expect("Starting the server…")
    busy.expect(true)
    enabled.expect(false)
    steps.send(.makingAccount)
    progress.expect("Creating the account…")
    steps.fail(
      RequestError(operation: .signUp, reason: .refused, status: 400, code: "M_USER_IN_USE"))
    progress.expect("")
    error.expect(
      "This name is already taken on this machine. Choose another.")
    busy.expect(false)
    enabled.expect(true)

    form.local.nameChanged(" Ada.L ")
    name.expect(" Ada.L ")
    status.expectNothing()
    error.expect("")
    steps = local.onSignUp.answerLater()
    form.local.start.execute()
    #expect(local.onSignUp.takeCalls() == ["ada.l"])
    steps.send(.startingServer)
    progress.expect("Starting the server…")
    steps.send(.signingIn)
    steps.send(.signedIn(FakeAccount().session))
    steps.complete()
    progress.expect("Signing in…", "")
    busy.expect(true, false)
    enabled.expect(false, true)
    error.expectNothing()
  }

  @Test("while one way to sign in is in progress, the other is disabled")
  func oneAtATime() {
    let form = makeForm()
    sessions.onDiscover.answer(with: .empty)
    form.userChanged("@ada:example.org")
    form.passwordChanged("secret")
    #expect(form.signIn.isEnabled.value)
    let steps = local.onSignUp.answerLater()
    form.local.start.execute()
    form.signIn.execute()
    #expect(!form.signIn.isEnabled.value)
    #expect(sessions.onSignIn.takeCalls().isEmpty)
    steps.fail(RequestError(operation: .startServer, reason: .timedOut))
    #expect(form.errorText.value == "This machine's server did not start in time. Try again.")

    sessions.onSignIn.answer(with: .never)
    form.signIn.execute()
    #expect(form.progressText.value == "Signing in…")
    #expect(!form.local.start.isEnabled.value)
    form.local.start.execute()
    #expect(local.onSignUp.takeCalls() == ["ada"])
  }

  @Test(
    "the line below the name says what Enter will do with it",
    arguments: [
      ("", "Choose a name: a-z 0-9 . _ = / -", false),
      ("  ", "Choose a name: a-z 0-9 . _ = / -", false),
      ("ada lovelace", "Use only a-z 0-9 . _ = / -", false),
      ("adä", "Use only a-z 0-9 . _ = / -", false),
      (String(repeating: "a", count: 201), "Use only a-z 0-9 . _ = / -", false),
      ("linus", "New: Enter creates the account", true),
      ("Ada", "Yours: Enter opens the chat", true),
      ("grace", "Already open in another terminal", true),
    ])
  func status(name: String, text: String, isEnabled: Bool) {
    local.known.value = [
      ada, LocalAccount(userID: grace.userID, isOpenElsewhere: true),
    ]
    let form = makeForm()
    form.local.nameChanged(name)
    #expect(form.local.statusText.value == text)
    #expect(form.local.start.isEnabled.value == isEnabled)
  }

  @Test("a newly known account is shown at once")
  func learns() {
    let form = makeForm()
    let status = Recorder(form.local.statusText)
    status.expect("New: Enter creates the account")
    local.known.value = [ada]
    status.expect("Yours: Enter opens the chat")
  }

  @Test("if the server does not start, the error names its log")
  func serverFails() {
    let form = makeForm()
    local.onSignUp.fail(.serverFailed("the disk is full", log: "/data/serve.log"))
    form.local.start.execute()
    #expect(
      form.errorText.value
        == "This machine's server could not start: the disk is full. Try again; its log is "
        + "/data/serve.log")
    #expect(!form.isBusy.value)
  }

  @Test(
    "the suggested name is the login name, adapted to be valid",
    arguments: [
      ("ada", "ada"), ("Ada", "ada"), ("DOMAIN\\Ada Lovelace", "domain-ada-lovelace"), ("", ""),
      ("李", ""), ("ada.l_1=/-", "ada.l_1=/-"),
    ])
  func loginName(login: String, name: String) {
    var test = TestWorld()
    test.loginName = login
    let form = SignInViewModel(
      sessions: sessions, local: local, world: test.world, restoreFailure: nil)
    #expect(form.local.nameText.value == name)
  }

  @Test("the suggestion is the last used known account that is not open, otherwise a new name")
  func knownAccounts() {
    let open = [ada, grace].map { LocalAccount(userID: $0.userID, isOpenElsewhere: true) }
    local.known.value = [grace, ada]
    #expect(makeForm().local.nameText.value == "grace")
    local.known.value = [open[1], ada]
    #expect(makeForm().local.nameText.value == "ada")
    local.known.value = open
    #expect(makeForm().local.nameText.value == "ada2")
    local.known.value = [open[1]]
    #expect(makeForm().local.nameText.value == "ada")
  }

  @Test("local sign-in is preferred when there is nothing else, or when it was used before")
  func preference() {
    let failure = RequestError(operation: .restore, reason: .storage("damaged"))
    let elsewhere = SessionEnding.refused(
      isSoft: true, user: User.ada.id, server: "https://example.org")
    let here = SessionEnding.refused(
      isSoft: false, user: ada.userID, server: "http://127.0.0.1:4000")
    func isPreferred(_ ending: SessionEnding?, _ failure: RequestError? = nil) -> Bool {
      sessions.lastEnding.value = ending
      return makeForm(restoreFailure: failure).local.isPreferred
    }
    #expect(isPreferred(nil))
    #expect(!isPreferred(nil, failure))
    #expect(!isPreferred(.signedOut))
    #expect(!isPreferred(elsewhere))
    #expect(!isPreferred(here))

    local.known.value = [grace, ada]
    #expect(isPreferred(nil, failure))
    #expect(isPreferred(.signedOut))
    #expect(!isPreferred(elsewhere))
    #expect(isPreferred(here))
    #expect(makeForm().local.nameText.value == "ada")
  }
}
