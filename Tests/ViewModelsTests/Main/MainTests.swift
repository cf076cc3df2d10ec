import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Main view model")
@MainActor
struct MainTests {
  private let test = TestWorld()
  private let sessions = FakeSessionController()
  private let account = FakeAccount()
  private let rooms: [Room] = [
    .template("a", name: "A") { $0.lastActivity = .noon(plusMinutes: 3) },
    .template("b", name: "B") { $0.lastActivity = .noon(plusMinutes: 2) },
    .template("c", name: "C") { $0.lastActivity = .noon(plusMinutes: 1) },
  ]

  private func makeMain() -> MainViewModel {
    MainViewModel(session: account.session, sessions: sessions, world: test.world)
  }

  private func title(_ main: MainViewModel) -> String? {
    main.conversation.value?.titleText.value
  }

  @Test("polling starts, and reconnects on request")
  func refresh() throws {
    let main = makeMain()
    #expect(account.sync.takeCalls() == [.start])
    // What waits for the first screen is done by then.
    test.scheduler.advance(by: .seconds(1))
    #expect(test.scheduler.pendingCount == 0)
    main.refresh.execute()
    #expect(account.sync.takeCalls() == [.retryNow])

    account.profiles.onRefresh.answer(with: .empty)
    main.openOwnProfile()
    #expect(account.profiles.onRefresh.takeCalls() == [User.ada.id])
    main.refresh.execute()
    #expect(account.profiles.onRefresh.takeCalls() == [User.ada.id])
    #expect(account.sync.takeCalls() == [.retryNow])
    #expect(main.refresh.isEnabled.value)
  }

  @Test("rooms open one after another, wrapping around at both ends")
  func stepping() {
    let main = makeMain()
    let titles = Recorder(main.conversation.map { $0?.titleText.value })
    main.nextRoom()
    titles.expect(nil)
    account.rooms.list.send(rooms + [.invite("i", name: "I")])

    for _ in 1...4 { main.nextRoom() }
    titles.expect("A", "B", "C", "A")
    main.previousRoom()
    main.previousRoom()
    titles.expect("C", "B")
    #expect(main.roomList.selectedRow.value?.content.value.nameText == "B")
    #expect(main.roomList.selectedRow.value?.content.value.isSelected == true)
  }

  @Test("stepping back without an open room opens the last one")
  func steppingBack() {
    let main = makeMain()
    account.rooms.list.send(rooms)
    main.previousRoom()
    #expect(title(main) == "C")
  }

  @Test("the next unread room is one with mentions, then the next below, and never an invite")
  func nextUnread() {
    let main = makeMain()
    account.rooms.list.send(rooms)
    main.nextUnread()
    #expect(main.conversation.value == nil)

    account.rooms.list.send([
      Room.invite("i", name: "I").with { $0.unreadCount = 9 }, rooms[0],
      rooms[1].with { $0.unreadCount = 4 },
      rooms[2].with {
        $0.unreadCount = 1
        $0.mentionCount = 1
      },
    ])
    main.nextUnread()
    #expect(title(main) == "C")
    main.nextUnread()
    #expect(title(main) == "B")
    account.rooms.list.send(rooms)
    main.nextUnread()
    #expect(title(main) == "B")
  }

  @Test("a draft waits in its room while another one is open")
  func drafts() {
    let main = makeMain()
    account.rooms.list.send(rooms)
    main.nextRoom()
    main.conversation.value?.composer.draftChanged("half a thou")
    main.nextRoom()
    #expect(main.conversation.value?.composer.draftText.value == "")
    main.previousRoom()
    #expect(main.conversation.value?.composer.draftText.value == "half a thou")
  }

  @Test("the next start opens the room that was open, with its draft and its cursor")
  func restart() {
    account.rooms.list.send(rooms)
    let before = makeMain()
    before.openFirstRoom()
    #expect(title(before) == "A")
    before.nextRoom()
    before.conversation.value?.composer.draftChanged("half a thou")
    before.conversation.value?.composer.cursorMoved(to: 4)

    let after = makeMain()
    after.openFirstRoom()
    #expect(title(after) == "B")
    #expect(after.roomList.selectedRow.value?.content.value.nameText == "B")
    let composer = after.conversation.value?.composer
    #expect(composer?.draftText.value == "half a thou")
    #expect(composer?.draftCursor == 4)
    #expect(account.timelines.places.last == .newest)
    after.previousRoom()
    #expect(after.conversation.value?.composer.draftText.value == "")
  }

  @Test("the next start opens the room at the message where it was scrolled to")
  func restartScrolled() throws {
    account.rooms.list.send(rooms)
    let messages = (1...3).map { Message.template("\($0)", in: rooms[1].id) }
    account.timelines.history(of: rooms[1].id).send(
      .template(messages[0], messages[1], messages[2], in: rooms[1].id))
    let before = makeMain()
    before.openFirstRoom()
    before.nextRoom()
    let timeline = try #require(before.conversation.value?.timeline)
    timeline.scrolled(to: timeline.rows.value[2].id)
    #expect(account.places.kept.openRoom == OpenRoom(room: rooms[1].id, message: messages[1].id))

    let after = makeMain()
    after.openFirstRoom()
    #expect(title(after) == "B")
    #expect(after.conversation.value?.timeline.startRow == timeline.rows.value[2].id)
    #expect(account.timelines.places.last == .message(messages[1].id))
  }

  @Test("a room opens where it was left, in this session and the next; unread ones at their end")
  func positions() throws {
    account.rooms.list.send(rooms)
    let messages = (1...3).map { Message.template("\($0)", in: rooms[0].id) }
    account.timelines.history(of: rooms[0].id).send(
      .template(messages[0], messages[1], messages[2], in: rooms[0].id))
    let main = makeMain()
    main.openFirstRoom()
    let timeline = try #require(main.conversation.value?.timeline)
    let row = timeline.rows.value[2].id
    timeline.scrolled(to: row)
    main.nextRoom()
    #expect(main.conversation.value?.timeline.startRow == nil)
    main.previousRoom()
    #expect(main.conversation.value?.timeline.startRow == row)
    #expect(account.places.kept.openRoom == OpenRoom(room: rooms[0].id, message: messages[1].id))
    main.nextRoom()

    let next = makeMain()
    next.openFirstRoom()
    #expect(title(next) == "B")
    next.previousRoom()
    #expect(next.conversation.value?.timeline.startRow == row)
    next.nextRoom()
    account.rooms.list.send([rooms[0].with { $0.unreadCount = 1 }] + rooms.dropFirst())
    #expect(next.nextUnread())
    #expect(title(next) == "A")
    #expect(next.conversation.value?.timeline.startRow == nil)
    #expect(account.places.kept.positions.isEmpty)
  }

  @Test("a start opens the first room when the last one is gone or only an invite again")
  func restartWithoutRoom() {
    for last in [[rooms[0], rooms[2]], [rooms[0], rooms[1].with { $0.membership = .invited }]] {
      account.places.kept.openRoom = OpenRoom(room: rooms[1].id, message: Message.ID("$1"))
      account.rooms.list.send(last)
      let main = makeMain()
      main.openFirstRoom()
      #expect(title(main) == "A")
      #expect(main.conversation.value?.timeline.startRow == nil)
    }
  }

  @Test("after the open room was left, the next start opens the first one")
  func restartAfterLeaving() throws {
    account.rooms.onLeave.answer(with: .empty)
    account.rooms.list.send(rooms)
    let main = makeMain()
    main.nextRoom()
    #expect(account.places.kept.openRoom == OpenRoom(room: rooms[0].id))
    main.askToLeave(try #require(main.roomList.rows.value.first))
    main.prompt.value?.submit.execute()
    #expect(main.conversation.value == nil)
    #expect(account.places.kept.openRoom == nil)
  }

  @Test("the sender's profile opens over the room and closes, also by opening the room again")
  func profiles() throws {
    account.profiles.onRefresh.answer(with: .empty)
    let main = makeMain()
    account.rooms.list.send(rooms)
    account.timelines.history(of: rooms[0].id).send(
      .template(.template("1", in: rooms[0].id), in: rooms[0].id))
    main.nextRoom()
    let conversation = try #require(main.conversation.value)
    let profile = Recorder(main.profile.map { $0?.userIDText.value })
    profile.expect(nil)

    conversation.timeline.rows.value[1].openSender.execute()
    profile.expect("@grace:example.org")
    #expect(main.conversation.value === conversation)
    main.closeProfile()
    profile.expect(nil)
    main.openOwnProfile()
    profile.expect("@ada:example.org")
    main.roomList.rows.value[0].open.execute()
    profile.expect(nil)
    #expect(main.conversation.value === conversation)

    main.openOwnProfile()
    main.nextRoom()
    profile.expect("@ada:example.org", nil)
    #expect(title(main) == "B")
  }

  @Test("a message to a person from the profile opens the chat and closes the profile")
  func messageFromProfile() throws {
    account.profiles.onRefresh.answer(with: .empty)
    account.rooms.onDirectRoom.answer(with: .just(rooms[1].id))
    let main = makeMain()
    account.rooms.list.send(rooms)
    account.timelines.history(of: rooms[0].id).send(
      .template(.template("1", in: rooms[0].id), in: rooms[0].id))
    main.nextRoom()
    main.conversation.value?.timeline.rows.value[1].openSender.execute()
    try #require(main.profile.value).message.execute()
    #expect(main.profile.value == nil)
    #expect(title(main) == "B")
  }

  @Test("an accepted invite opens")
  func accepts() {
    account.rooms.onJoin.answer(with: .just(rooms[0].id))
    let main = makeMain()
    account.rooms.list.send([rooms[0].with { $0.membership = .invited }])
    main.roomList.rows.value[0].accept.execute()
    #expect(title(main) == "A")
  }

  @Test(
    "a space whose invite is accepted shows its rooms, also when the invite did not say what it is",
    arguments: [true, false])
  func acceptsSpace(isTold: Bool) {
    let space = RoomID.template("!space:example.org")
    account.rooms.onJoin.answer(with: .just(space))
    account.rooms.onSpaceRooms.answer(with: .just(FoundRooms(rooms: [])))
    let main = makeMain()
    let invite = Room.template("space", name: "Garden") {
      ($0.membership, $0.isSpace) = (.invited, isTold)
    }
    account.rooms.list.send([rooms[0], invite])
    main.nextRoom()
    main.roomList.rows.value.first { $0.roomID == space }?.accept.execute()
    #expect((main.sheet.value == nil) == !isTold)
    let joined = invite.with { ($0.membership, $0.isSpace) = (.joined, true) }
    account.rooms.list.send([rooms[0], joined])
    #expect(main.sheet.value?.titleText == "Rooms of Garden")
    #expect(title(main) == "A")
  }
}
