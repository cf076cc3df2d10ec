import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Root view model")
@MainActor
struct RootTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let local = FakeLocalServerController()

  init() { local.onLoad.answer(with: .just([])) }

  @Test("without a session the form is shown; a session opens the main screen until it ends")
  func screens() throws {
    let restored = sessions.onRestore.answerLater()
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))
    screens.expect("starting: Opening…")

    restored.send(nil)
    restored.complete()
    screens.expect("sign in")
    #expect(try signIn(root).hintText.value == "")

    sessions.current.value = FakeAccount().session
    screens.expect("main of ada:example.org")
    sessions.current.value = FakeAccount(userID: User.grace.id).session
    #expect(Self.name(root.screen.value) == "main of grace:example.org")
    sessions.current.value = nil
    screens.expect("main of grace:example.org", "sign in")
  }

  @Test("a stored session opens the main screen without the form")
  func restores() {
    let restored = sessions.onRestore.answerLater()
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))

    let session = FakeAccount().session
    sessions.current.value = session
    restored.send(session)
    restored.complete()

    screens.expect("starting: Opening…", "main of ada:example.org")
  }

  @Test("a session that waits for this machine's server says so")
  func startsServer() {
    let restored = sessions.onRestore.answerLater()
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))

    sessions.restoreStep.value = .startingServer
    restored.send(nil)
    restored.complete()
    sessions.restoreStep.value = .readingFiles

    screens.expect(
      "starting: Opening…", "starting: Starting this machine's server…", "sign in")
  }

  @Test("the form reports an unreadable session until the next session ends")
  func restoreFails() throws {
    sessions.onRestore.fail(.storage("session.json is damaged"))
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    #expect(
      try signIn(root).hintText.value
        == "The account could not be opened: session.json is damaged")

    sessions.current.value = FakeAccount().session
    #expect(Self.name(root.screen.value) == "main of ada:example.org")
    sessions.current.value = nil
    #expect(try signIn(root).hintText.value == "")
  }

  @Test("the form lists this machine's accounts, which are read after the session")
  func localAccounts() throws {
    let restored = sessions.onRestore.answerLater()
    let loaded = local.onLoad.answerLater()
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))
    #expect(local.onLoad.takeCalls().isEmpty)
    restored.send(nil)
    restored.complete()
    #expect(local.onLoad.takeCalls().count == 1)
    screens.expect("starting: Opening…")

    let grace = LocalAccount(userID: User.grace.id)
    local.known.value = [grace]
    loaded.send([grace])
    loaded.complete()
    screens.expect("sign in")
    #expect(try signIn(root).local.nameText.value == "grace")
  }

  @Test("the form reports accounts of this machine that cannot be read")
  func localAccountsFail() throws {
    sessions.onRestore.answer(with: .just(nil))
    local.onLoad.fail(.storage("local-accounts is damaged"))
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    #expect(
      try signIn(root).hintText.value
        == "The account could not be opened: local-accounts is damaged")
  }

  @Test("a second terminal says that the account is open and suggests another name")
  func openElsewhere() throws {
    sessions.onRestore.fail(.openElsewhere(process: 42))
    local.known.value = [LocalAccount(userID: User.grace.id, isOpenElsewhere: true)]
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let form = try signIn(root)
    #expect(
      form.hintText.value == """
        The account is open in another terminal (process 42). Close it there, or use another \
        account.
        """)
    #expect(form.local.isPreferred)
    #expect(form.local.nameText.value == "ada")
  }

  @Test("after a soft logout the form says why and keeps user and server")
  func softLogout() throws {
    sessions.onRestore.answer(with: .just(nil))
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    sessions.current.value = FakeAccount().session
    #expect(Self.name(root.screen.value) == "main of ada:example.org")

    sessions.lastEnding.value = .refused(
      isSoft: true, user: User.ada.id, server: "https://example.org")
    sessions.current.value = nil

    let form = try signIn(root)
    #expect(
      form.hintText.value == """
        The server ended the session of @ada:example.org. Sign in again. Unsent messages are kept.
        """)
    #expect(form.userText.value == "@ada:example.org")
    #expect(form.serverText.value == "https://example.org")
  }

  @Test("signing in opens the main screen and releases the form with its password")
  func signsIn() throws {
    sessions.onRestore.answer(with: .just(nil))
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))
    let sessions = sessions
    sessions.onSignIn.answer { _ in
      Signal { observer in
        MainActor.assumeIsolated {
          let session = FakeAccount().session
          sessions.current.value = session
          observer.send(session)
        }
        observer.complete()
        return AnyDisposable()
      }
    }

    let form = try fillIn(root)

    screens.expect("sign in", "main of ada:example.org")
    #expect(form.object == nil)
  }

  private func fillIn(_ root: RootViewModel) throws -> Weak {
    let form = try signIn(root)
    form.userChanged("@ada:example.org")
    form.passwordChanged("secret")
    form.signIn.execute()
    return Weak(form)
  }

  @Test("a start behind another window marks nothing as read")
  func startsUnfocused() {
    sessions.onRestore.answer(with: .just(nil))
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))
    root.focusChanged(false)
    let account = FakeAccount()
    sessions.current.value = account.session
    let room = Room.template("a", name: "Swift")
    account.rooms.list.send([room])
    account.sync.states.send(.online)
    account.timelines.history(of: room.id).send(
      Timeline.template { $0.messages = [.template("1")] })
    #expect(account.rooms.onMarkRead.takeCalls() == [])
    root.focusChanged(true)
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    screens.expect("sign in", "main of ada:example.org")
  }

  @Test("nothing of a session stays alive after it ends")
  func releases() throws {
    sessions.onRestore.answer(with: .just(nil))
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))
    let watched = try useEverything(root)
    #expect(watched.filter { $0.object == nil }.map(\.name) == [])

    sessions.current.value = nil

    #expect(watched.filter { $0.object != nil }.map(\.name) == [])
    screens.expect("sign in", "main of ada:example.org", "sign in")
    test.scheduler.advance(by: .seconds(1))
    #expect(test.scheduler.pendingCount == 0)
  }

  @Test("signing out reaches the server although its view models are released at once")
  func signsOut() throws {
    sessions.onRestore.answer(with: .just(nil))
    let cancelled = Counter()
    let sessions = sessions
    sessions.onSignOut.answer { _ in
      Signal { _ in
        MainActor.assumeIsolated { sessions.current.value = nil }
        return AnyDisposable { cancelled.increase() }
      }
    }
    sessions.current.value = FakeAccount().session
    let root = RootViewModel(sessions: sessions, local: local, world: test.world)
    let screens = Recorder(root.screen.map(Self.name))

    try confirmSigningOut(root)

    screens.expect("main of ada:example.org", "sign in")
    #expect(sessions.onSignOut.takeCalls().count == 1)
    #expect(cancelled.count == 0)
  }

  private func confirmSigningOut(_ root: RootViewModel) throws {
    let main = try self.main(root)
    main.askToSignOut()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Sign out @ada:example.org?")
    #expect(prompt.isConfirmation)
    prompt.submit.execute()
  }

  /// Opens everything, with work in progress and with failures, and releases it.
  private func useEverything(_ root: RootViewModel) throws -> [Weak] {
    let account = FakeAccount()
    let room = Room.template("swift", name: "Swift")
    let invite = Room.invite("invite", name: "Compilers")
    account.rooms.onJoin.fail(.timedOut)
    account.timelines.onLoadOlder.answer(with: .never)
    account.images.onImage.answer(with: .never)
    account.profiles.onRefresh.answer(with: .never)
    account.sender.onSend.answer(with: .never)
    account.sync.states.send(
      .offline(RequestError(operation: .sync, reason: .timedOut), retryAfter: .seconds(8)))
    account.rooms.list.send([room, invite])
    account.timelines.history(of: room.id).send(
      .template(
        .template("1", in: room.id) {
          $0.content = .image(ImageContent(body: "cat", source: .template("cat")))
        }, in: room.id))
    sessions.current.value = account.session

    let main = try self.main(root)
    main.roomList.rows.value[0].accept.execute()
    main.roomList.rows.value[1].open.execute()
    let conversation = try #require(main.conversation.value)
    conversation.timeline.loadOlder.execute()
    conversation.timeline.rows.value[1].appeared(.init(width: 8, height: 8))
    conversation.composer.draftChanged("hello")
    conversation.composer.send.execute()
    main.openOwnProfile()
    let profile = try #require(main.profile.value)
    profile.appeared(.init(width: 8, height: 8))
    main.askToJoin()
    let prompt = try #require(main.prompt.value)
    let rows: [AnyObject] = main.roomList.rows.value + conversation.timeline.rows.value
    let viewModels: [AnyObject] = [
      main, main.status, main.roomList, conversation, conversation.timeline, conversation.composer,
      profile, prompt,
    ]
    let controllers: [AnyObject] = [
      account.rooms, account.timelines, account.sender, account.profiles, account.images,
      account.sync, account.network,
    ]
    return (viewModels + rows + controllers).map(Weak.init)
  }

  private func main(_ root: RootViewModel) throws -> MainViewModel {
    guard case .main(let main) = root.screen.value else { throw Unexpected(root.screen.value) }
    return main
  }

  private func signIn(_ root: RootViewModel) throws -> SignInViewModel {
    guard case .signIn(let form) = root.screen.value else { throw Unexpected(root.screen.value) }
    return form
  }

  private struct Unexpected: Error {
    let screen: String

    @MainActor
    init(_ screen: RootScreen) { self.screen = RootTests.name(screen) }
  }

  private static func name(_ screen: RootScreen) -> String {
    switch screen {
    case .starting(let text): "starting: \(text)"
    case .signIn: "sign in"
    case .main(let main): "main of \(main.status.accountText.value)"
    }
  }
}
