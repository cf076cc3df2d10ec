import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Sign-in view model")
@MainActor
struct SignInTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let local = FakeLocalServerController()

  private func makeForm(restoreFailure: RequestError? = nil) -> SignInViewModel {
    SignInViewModel(
      sessions: sessions, local: local, world: test.world, restoreFailure: restoreFailure)
  }

  @Test("the form is filled in, refused, corrected and accepted")
  func story() throws {
    let form = makeForm()
    let (server, user) = (Recorder(form.serverText), Recorder(form.userText))
    let (hint, error) = (Recorder(form.hintText), Recorder(form.errorText))
    let (busy, enabled) = (Recorder(form.isBusy), Recorder(form.signIn.isEnabled))
    let status = Recorder(form.serverStatusText)
    sessions.onDiscover.answer(with: .empty)
    server.expect("")
    user.expect("")
    hint.expect("")
    error.expect("")
    busy.expect(false)
    enabled.expect(false)
    status.expect("")

    form.serverChanged("example.org")
    form.userChanged("ada")
    server.expect("example.org")
    user.expect("ada")
    enabled.expectNothing()
    form.passwordChanged("wrong")
    enabled.expect(true)

    var answer = sessions.onSignIn.answerLater()
    form.signIn.execute()
    busy.expect(true)
    enabled.expect(false)
    form.signIn.execute()
    let first = try #require(sessions.onSignIn.takeCalls().first)
    #expect(first.server == "example.org")
    #expect(first.user == "ada")
    #expect(first.password.reveal() == "wrong")
    answer.fail(
      RequestError(operation: .signIn, reason: .refused, status: 403, code: "M_FORBIDDEN"))
    error.expect("Wrong user or password. Check both and try again.")
    busy.expect(false)
    enabled.expect(true)

    form.passwordChanged("right")
    error.expect("")
    answer = sessions.onSignIn.answerLater()
    form.signIn.execute()
    #expect(sessions.onSignIn.takeCalls().map { $0.password.reveal() } == ["right"])
    answer.send(FakeAccount().session)
    answer.complete()
    busy.expect(true, false)
    enabled.expect(false, true)
    error.expectNothing()
    server.expectNothing()
    user.expectNothing()
    hint.expectNothing()
    test.scheduler.advance(by: .seconds(1))
    status.expect("Looking for example.org…")
  }

  @Test("no output contains the password, not even when signing in fails")
  func passwordIsHidden() {
    let form = makeForm()
    sessions.onDiscover.answer(with: .empty)
    sessions.onSignIn.fail(.invalidInput("ada"))
    form.serverChanged("example.org")
    form.userChanged("ada")
    form.passwordChanged("hunter2")
    form.signIn.execute()
    test.scheduler.advance(by: .seconds(1))
    #expect(form.errorText.value.contains("ada"))
    var dumped = ""
    dump(form, to: &dumped)
    #expect(dumped.contains("example.org"))
    #expect(!dumped.contains("hunter2"))
  }

  @Test("discovery runs once, when typing has paused for half a second")
  func discovers() {
    let form = makeForm()
    let status = Recorder(form.serverStatusText)
    let answer = sessions.onDiscover.answerLater()
    for text in ["e", "ex", "example.org"] {
      form.serverChanged(text)
      test.scheduler.advance(by: .milliseconds(400))
    }
    #expect(sessions.onDiscover.takeCalls() == [])
    status.expect("")

    test.scheduler.advance(by: .milliseconds(100))
    #expect(sessions.onDiscover.takeCalls() == ["example.org"])
    status.expect("Looking for example.org…")
    answer.send(
      ServerDescription(
        address: "https://matrix.example.org", newestVersion: "v1.15", acceptsPasswords: true))
    answer.complete()
    status.expect("https://matrix.example.org ✓  Matrix v1.15")
    test.scheduler.run()
    #expect(sessions.onDiscover.takeCalls() == [])
  }

  @Test("typing another server clears the old status and ignores late discovery results")
  func staleAnswer() {
    let form = makeForm()
    let answer = sessions.onDiscover.answerLater()
    form.serverChanged("old.org")
    test.scheduler.advance(by: .milliseconds(500))
    let status = Recorder(form.serverStatusText)
    status.expect("Looking for old.org…")

    form.serverChanged("new.org")
    status.expect("")
    answer.send(
      ServerDescription(address: "https://old.org", newestVersion: nil, acceptsPasswords: true))
    status.expectNothing()
    test.scheduler.advance(by: .milliseconds(500))
    status.expect("Looking for new.org…")
    #expect(sessions.onDiscover.takeCalls() == ["old.org", "new.org"])
  }

  @Test("a full user ID determines its server unless a server is typed")
  func userNamesServer() {
    let form = makeForm()
    sessions.onDiscover.answer(with: .empty)
    form.userChanged("@ada:from-the-id.org")
    form.passwordChanged("secret")
    #expect(form.signIn.isEnabled.value)
    test.scheduler.advance(by: .milliseconds(500))
    #expect(sessions.onDiscover.takeCalls() == ["from-the-id.org"])

    form.serverChanged(" typed.org ")
    test.scheduler.advance(by: .milliseconds(500))
    #expect(sessions.onDiscover.takeCalls() == ["typed.org"])

    sessions.onSignIn.answer(with: .empty)
    form.signIn.execute()
    #expect(sessions.onSignIn.takeCalls().map(\.server) == ["typed.org"])
    form.serverChanged("")
    form.signIn.execute()
    #expect(sessions.onSignIn.takeCalls().map(\.server) == ["from-the-id.org"])
  }

  @Test("a localpart alone needs a server")
  func localPartNeedsServer() {
    let form = makeForm()
    form.userChanged("ada")
    form.passwordChanged("secret")
    #expect(!form.signIn.isEnabled.value)
    test.scheduler.advance(by: .seconds(1))
    #expect(sessions.onDiscover.takeCalls() == [])
  }

  @Test(
    "one sentence describes the result of discovery",
    arguments: [
      (
        RequestError.Reason.unreachable("connection refused"), nil,
        "The server cannot be reached (connection refused). Check the network and try again."
      ),
      (.timedOut, nil, "The server did not answer in time. Try again."),
      (.refused, 404, "No Matrix server answers at this address. Check the name."),
      (.refused, 502, "The server has a problem (status 502). Try again later."),
      (
        .malformedResponse(path: "versions"), 200,
        "No Matrix server answers at this address. Check the name."
      ),
      (
        .insecure("http://example.org"), nil,
        "http://example.org would show your password to the network. Use an https address."
      ),
      (
        .invalidInput("::"), nil,
        "“::” is not valid. Enter a user ID such as @ada:example.org, or a server name."
      ),
    ] as [(RequestError.Reason, Int?, String)])
  func discoveryFails(reason: RequestError.Reason, status: Int?, text: String) {
    let form = makeForm()
    sessions.onDiscover.fail(reason, status: status)
    form.serverChanged("example.org")
    test.scheduler.advance(by: .milliseconds(500))
    #expect(form.serverStatusText.value == text)
    #expect(form.errorText.value == "")
  }

  @Test("a rate limit says how long to wait")
  func limited() {
    let form = makeForm()
    sessions.onSignIn.fail(
      .limited, status: 429, code: "M_LIMIT_EXCEEDED", retryAfter: .milliseconds(4_200))
    form.userChanged("@ada:example.org")
    form.passwordChanged("secret")
    form.signIn.execute()
    #expect(form.errorText.value == "Too many requests. Wait 5 s and try again.")
    form.userChanged("@ada:example.com")
    #expect(form.errorText.value == "")
  }

  @Test(
    "the form says why it is shown",
    arguments: [
      (nil, ""),
      (SessionEnding.signedOut, ""),
      (
        .refused(isSoft: false, user: User.ada.id, server: "https://example.org"),
        "The server ended the session of @ada:example.org. Sign in again. Unsent messages are kept."
      ),
      (
        .locked(user: User.ada.id, server: "https://example.org"),
        "The key of @ada:example.org's files is missing or wrong (vault.key). "
          + "Sign in again; unsent messages are kept."
      ),
    ] as [(SessionEnding?, String)])
  func hint(ending: SessionEnding?, text: String) {
    sessions.lastEnding.value = ending
    #expect(makeForm().hintText.value == text)
  }
}
