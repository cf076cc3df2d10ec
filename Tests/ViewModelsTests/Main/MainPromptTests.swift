import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing
import ViewModels

@Suite("Questions of the main view model")
@MainActor
struct MainPromptTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let account = FakeAccount()
  private let room = Room.template("a", name: "A")

  private func makeMain() -> MainViewModel {
    let main = MainViewModel(session: account.session, sessions: sessions, world: test.world)
    account.rooms.list.send([room, .template("b", name: "B")])
    return main
  }

  private func isOpen(_ main: MainViewModel) -> Recorder<Bool, Never> {
    Recorder(main.prompt.map { $0 != nil })
  }

  @Test("a room is joined at the second attempt, and opens")
  func joins() throws {
    let main = makeMain()
    let isOpen = isOpen(main)
    isOpen.expect(false)
    main.askToJoin()
    isOpen.expect(true)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Join room")
    #expect(prompt.placeholderText == "#room:example.org, a room ID or a link")
    #expect(!prompt.isConfirmation)

    account.rooms.onJoin.fail(.refused, status: 404, code: "M_NOT_FOUND")
    prompt.textChanged(" #nowhere:example.org")
    prompt.submit.execute()
    #expect(account.rooms.onJoin.takeCalls() == ["#nowhere:example.org"])
    #expect(prompt.errorText.value == "There is no such room. Check the address.")
    isOpen.expectNothing()
    #expect(main.conversation.value == nil)

    account.rooms.onJoin.answer(with: .just(room.id))
    prompt.textChanged("#a:example.org")
    prompt.submit.execute()
    #expect(account.rooms.onJoin.takeCalls() == ["#a:example.org"])
    isOpen.expect(false)
    #expect(main.conversation.value?.titleText.value == "A")
    #expect(main.roomList.selectedRow.value?.id == RowID("!a:example.org"))
  }

  @Test("a room is created, and opens before the server lists it")
  func creates() throws {
    let main = makeMain()
    main.askToCreateRoom()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "New room")
    #expect(prompt.placeholderText == "its name")
    account.rooms.onCreate.answer(with: .just(.template("!new:example.org")))
    prompt.textChanged("Fresh")
    prompt.submit.execute()
    #expect(account.rooms.onCreate.takeCalls() == [NewRoom(name: "Fresh")])
    #expect(main.prompt.value == nil)
    #expect(main.conversation.value?.titleText.value == "")
    account.rooms.list.send([.template("new", name: "Fresh")])
    #expect(main.conversation.value?.titleText.value == "Fresh")
  }

  @Test("a chat starts from a full id, or from a local name on this server")
  func messagesPerson() throws {
    let main = makeMain()
    main.askToMessagePerson()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Write to")
    #expect(prompt.placeholderText == "a name, or @person:example.org")
    for (text, error) in [
      ("@gr ace:", "“@gr ace:” is not valid. Enter a user ID such as @ada:example.org."),
      ("ada", "That is you. Choose somebody else."),
      ("@ada:example.org", "That is you. Choose somebody else."),
    ] {
      prompt.textChanged(text)
      prompt.submit.execute()
      #expect(prompt.errorText.value == error)
    }
    #expect(account.rooms.onDirectRoom.takeCalls() == [])

    account.network.onFetchUser.answer(with: .just(.grace))
    account.rooms.onDirectRoom.answer(with: .just(room.id))
    prompt.textChanged("grace")
    prompt.submit.execute()
    #expect(account.network.onFetchUser.takeCalls() == [User.grace.id])
    #expect(account.rooms.onDirectRoom.takeCalls() == [User.grace.id])
    #expect(main.prompt.value == nil)
    #expect(main.conversation.value?.titleText.value == "A")
  }

  @Test("no chat is created with a person unknown to this server")
  func unknownPerson() throws {
    let main = makeMain()
    main.askToMessagePerson()
    let prompt = try #require(main.prompt.value)
    account.network.onFetchUser.fail(.refused, status: 404, code: "M_NOT_FOUND")
    prompt.textChanged("@nobody:example.org")
    prompt.submit.execute()
    #expect(prompt.errorText.value == "The server found nobody with this name.")
    #expect(account.rooms.onDirectRoom.takeCalls() == [])
  }

  @Test("the server of this machine reaches nobody elsewhere; other servers do")
  func otherServers() throws {
    let isolated = Session(
      userID: User.ada.id, deviceID: "D", server: "http://127.0.0.1:1", isOnThisMachine: true,
      network: account.network, sync: account.sync, rooms: account.rooms,
      timelines: account.timelines, sender: account.sender, profiles: account.profiles,
      account: account.account, alertRules: account.alertRules,
      search: account.search, history: account.history, places: account.places,
      images: account.images,
      files: account.files)
    for (session, isReached) in [(isolated, false), (account.session, true)] {
      account.rooms.onDirectRoom.answer(with: .just(room.id))
      let main = MainViewModel(session: session, sessions: sessions, world: test.world)
      main.askToMessagePerson()
      let prompt = try #require(main.prompt.value)
      prompt.textChanged("@mary:elsewhere.org")
      prompt.submit.execute()
      #expect(account.rooms.onDirectRoom.takeCalls().count == (isReached ? 1 : 0))
      #expect(prompt.errorText.value.contains("does not connect to others") == !isReached)
    }
  }

  @Test("a person is invited to a room by a part of the name")
  func invites() throws {
    let main = makeMain()
    var told: [String] = []
    main.askToInvite(to: try #require(main.roomList.rows.value.first)) { told.append($0) }
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Invite to A")
    account.rooms.known.withLock { $0 = [.ada, .linus, .template("gregor", name: "Gregor")] }
    let found = account.network.onSearchPeople.answerLater()
    prompt.textChanged("gr")
    test.scheduler.advance(by: .milliseconds(150))
    #expect(account.network.onSearchPeople.takeCalls() == ["gr"])
    #expect(prompt.suggestions.value.map(\.answerText) == ["@gregor:example.org"])
    found.send([.ada, .grace, .template("gregor", name: "Gregor")])
    #expect(
      prompt.suggestions.value.map(\.answerText) == [
        "@gregor:example.org", User.grace.id.rawValue,
      ])
    prompt.moveSuggestion(by: 2)
    prompt.complete()

    account.network.onFetchUser.answer(with: .just(.grace))
    account.rooms.onInvite.answer(with: .empty)
    prompt.submit.execute()
    #expect(account.rooms.onInvite.takeCalls() == [.init(User.grace.id, room.id)])
    #expect(main.prompt.value == nil)
    #expect(told == ["Invited: @grace:example.org"])
  }

  @Test("an invite has a reason on request, which may be empty")
  func invitesWithReason() throws {
    let main = makeMain()
    var told: [String] = []
    main.askToInvite(to: try #require(main.roomList.rows.value.first), withReason: true) {
      told.append($0)
    }
    account.network.onFetchUser.answer(with: .just(.grace))
    main.prompt.value?.textChanged("@grace:example.org")
    main.prompt.value?.submit.execute()
    let why = try #require(main.prompt.value)
    #expect(why.titleText == "Invite @grace:example.org to A")
    #expect(why.placeholderText == "why, for everybody to read, or empty")
    #expect(told == [] && account.rooms.onInvite.takeCalls() == [])
    account.rooms.onInvite.fail(.refused, status: 403, code: "M_FORBIDDEN")
    why.textChanged("we have cake")
    why.submit.execute()
    #expect(why.errorText.value != "" && main.prompt.value === why)
    account.rooms.onInvite.answer(with: .empty)
    why.submit.execute()
    let call = FakeRoomsController.Invitation(User.grace.id, room.id, reason: "we have cake")
    #expect(account.rooms.onInvite.takeCalls() == [call, call])
    #expect(told == ["Invited: @grace:example.org"])
    #expect(main.prompt.value == nil)
  }

  @Test("a server without a user directory gives no suggestions")
  func noDirectory() throws {
    let main = makeMain()
    main.askToMessagePerson()
    let prompt = try #require(main.prompt.value)
    account.network.onSearchPeople.fail(.refused, status: 404, code: "M_UNRECOGNIZED")
    prompt.textChanged("gr")
    test.scheduler.advance(by: .seconds(1))
    #expect(prompt.suggestions.value.isEmpty)
    #expect(prompt.errorText.value == "")
  }

  @Test("the person of a profile is invited only to the named room")
  func invitesPerson() throws {
    let main = makeMain()
    account.profiles.onRefresh.answer(with: .empty)
    let profile = ProfileViewModel(
      user: User.grace.id, session: account.session, world: test.world, navigator: Navigator())
    main.askToInvite(profile)
    let prompt = try #require(main.prompt.value)
    prompt.textChanged("nowhere")
    prompt.submit.execute()
    #expect(!prompt.submit.isEnabled.value)
    account.rooms.onInvite.answer(with: .empty)
    prompt.textChanged("b")
    prompt.submit.execute()
    #expect(
      account.rooms.onInvite.takeCalls() == [.init(User.grace.id, .template("!b:example.org"))])

    main.askToInvite(profile, withReason: true)
    main.prompt.value?.textChanged("b")
    main.prompt.value?.submit.execute()
    #expect(main.prompt.value?.titleText == "Invite @grace:example.org to B")
    main.prompt.value?.textChanged("we have cake")
    main.prompt.value?.submit.execute()
    #expect(
      account.rooms.onInvite.takeCalls() == [
        .init(User.grace.id, .template("!b:example.org"), reason: "we have cake")
      ])
  }

  @Test("the open room is left after a question, and closes")
  func leaves() throws {
    let main = makeMain()
    main.nextRoom()
    let row = try #require(main.roomList.selectedRow.value)
    main.askToLeave(row)
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Leave A?")
    #expect(prompt.isConfirmation)
    let answer = account.rooms.onLeave.answerLater()
    prompt.confirm()
    test.scheduler.advance(by: .milliseconds(300))
    #expect(account.rooms.onLeave.takeCalls() == [room.id])
    #expect(main.conversation.value != nil)
    answer.complete()
    #expect(main.conversation.value == nil)
    #expect(main.roomList.selectedRow.value == nil)
    #expect(main.prompt.value == nil)
  }

  @Test("leaving warns of what coming back does not undo")
  func leavingWarns() throws {
    let main = makeMain()
    func title() throws -> String {
      main.askToLeave(try #require(main.roomList.rows.value.first))
      return try #require(main.prompt.value).titleText
    }
    let (own, grace) = (account.session.userID, User.grace.id)
    account.rooms.levels.send(RoomPowers(users: [own: 100, grace: 50], changePower: 100))
    #expect(
      try title() == "Leave A? You are the only admin here, and nobody could take your place.")
    account.rooms.levels.send(RoomPowers(users: [own: 100, grace: 100], changePower: 100))
    #expect(try title() == "Leave A?")
    account.rooms.levels.send(RoomPowers(users: [own: 0, grace: 100], changePower: 100))
    #expect(try title() == "Leave A?")
    account.rooms.list.send([.template("a", name: "A") { $0.joinedCount = 1 }])
    #expect(
      try title()
        == "Leave A? Nobody else is in it: unless everybody may join, nobody could let you in again."
    )
  }

  @Test("leaving another room keeps the open one open")
  func leavesOther() throws {
    let main = makeMain()
    main.nextRoom()
    let other = try #require(main.roomList.rows.value.last)
    account.rooms.onLeave.answer(with: .empty)
    main.askToLeave(other)
    main.prompt.value?.submit.execute()
    #expect(account.rooms.onLeave.takeCalls() == [.template("!b:example.org")])
    #expect(main.conversation.value?.titleText.value == "A")
  }

  @Test("a room that cannot be left stays open and says why")
  func leavingFails() throws {
    let main = makeMain()
    main.nextRoom()
    main.askToLeave(try #require(main.roomList.selectedRow.value))
    let prompt = try #require(main.prompt.value)
    account.rooms.onLeave.fail(.timedOut)
    prompt.submit.execute()
    #expect(prompt.errorText.value == "The server did not answer in time. Try again.")
    #expect(main.prompt.value === prompt)
    #expect(main.conversation.value != nil)
  }

  @Test("closing a question that only looks for something cancels its work")
  func closes() throws {
    let main = makeMain()
    let isOpen = isOpen(main)
    main.askToInvite(to: try #require(main.roomList.rows.value.first), withReason: true) { _ in }
    let ended = Counter()
    account.network.onFetchUser.answer { _ in Signal { _ in AnyDisposable { ended.increase() } } }
    main.prompt.value?.textChanged("@grace:example.org")
    main.prompt.value?.submit.execute()
    #expect(ended.count == 0)
    main.closePrompt()
    isOpen.expect(false, true, false)
    #expect(ended.count == 1)
    #expect(!main.isWorkGoingOn && main.noticeText.value == "")
  }

  @Test("a change goes on after its question is closed, and shows nothing in front of other work")
  func goesOn() throws {
    let main = makeMain()
    main.askToJoin()
    let answer = account.rooms.onJoin.answerLater()
    main.prompt.value?.textChanged("#a:example.org")
    main.prompt.value?.submit.execute()
    main.closePrompt()
    #expect(main.prompt.value == nil && main.isWorkGoingOn)
    #expect(main.noticeText.value == "It goes on: Join room")
    main.askToMessagePerson()
    let other = main.prompt.value
    answer.send(room.id)
    answer.complete()
    #expect(main.noticeText.value == "It is done: the list has the room")
    #expect(main.conversation.value == nil && !main.isWorkGoingOn)
    #expect(main.prompt.value === other, "another question stays open")
  }

  @Test("a confirmed question that is closed tells why it was not done")
  func goesOnAndFails() throws {
    let main = makeMain()
    main.nextRoom()
    main.askToLeave(try #require(main.roomList.selectedRow.value))
    let answer = account.rooms.onLeave.answerLater()
    main.prompt.value?.submit.execute()
    main.closePrompt()
    #expect(main.noticeText.value == "It goes on: Leave A?")
    answer.fail(RequestError(operation: .leave, reason: .timedOut))
    #expect(
      main.noticeText.value
        == "Not done: Leave A? The server did not answer in time. Try again.")
    #expect(!main.isWorkGoingOn)
  }

  @Test("signing out asks for confirmation, and stops without it")
  func signOut() throws {
    let main = makeMain()
    main.askToSignOut()
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Sign out @ada:example.org?")
    #expect(prompt.isConfirmation)
    prompt.confirm()
    main.closePrompt()
    test.scheduler.advance(by: .seconds(1))
    #expect(sessions.onSignOut.takeCalls().isEmpty)
  }

  @Test("signing out counts the unsent messages, and says that they are kept", arguments: [1, 2])
  func signOutUnsent(count: Int) throws {
    let main = makeMain()
    account.sender.unsent.send(UnsentCount(waiting: 1, failed: count - 1))
    main.askToSignOut()
    let prompt = try #require(main.prompt.value)
    let noun = count == 1 ? "1 message has" : "2 messages have"
    #expect(prompt.titleText == "Sign out @ada:example.org? \(noun) not been sent.")
    #expect(prompt.placeholderText.contains("keep"))
    #expect(prompt.placeholderText.contains("stay"))
  }

  @Test("a message is discarded after confirmation, and restored")
  func discards() throws {
    let main = makeMain()
    main.nextRoom()
    account.timelines.history(of: room.id).send(
      .template(
        .outgoing("t1", "hello", delivery: .failed(status: 403, code: nil), in: room.id)))
    let row = try #require(main.conversation.value?.timeline.rows.value.last)
    #expect(!main.undoDiscard.isEnabled.value)
    main.askToDiscard(row)
    #expect(account.sender.takeDiscarded() == [])
    main.prompt.value?.confirm()
    test.scheduler.advance(by: .milliseconds(300))
    let id = Message.ID(try #require(TransactionID("t1")))
    #expect(account.sender.takeDiscarded() == [id])
    #expect(main.prompt.value == nil)

    // Another room has nothing to restore.
    main.nextRoom()
    #expect(main.conversation.value?.titleText.value == "B")
    #expect(!main.undoDiscard.isEnabled.value)
    main.previousRoom()
    #expect(main.undoDiscard.isEnabled.value)

    main.undoDiscard.execute()
    #expect(account.sender.takeRestored() == [id])
    #expect(main.noticeText.value == "Back in the list of unsent messages: hello")
    #expect(!main.undoDiscard.isEnabled.value)
  }
}
