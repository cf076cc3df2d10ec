import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Rooms that are silent, or tell of mentions only")
@MainActor
final class AlertsTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private var told: [String] = []

  private func room(
    _ id: String, _ alerts: Room.Alerts = .all, unread: Int = 0, mentions: Int = 0,
    minute: Int64 = 0
  ) -> Room {
    Room.template(id, name: id) {
      $0.alerts = alerts
      ($0.unreadCount, $0.mentionCount) = (unread, mentions)
      $0.lastActivity = Timestamp(milliseconds: minute * 60_000)
    }
  }

  private func open(_ rooms: Room...) -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(session: account.session),
      world: test.world)
    account.rooms.list.send(rooms)
    return main
  }

  private func row(_ main: MainViewModel, _ room: Room) throws -> RoomRowViewModel {
    try #require(main.roomList.rows.value.first { $0.roomID == room.id })
  }

  @Test("a sign is in the row, and what a silent room counted is not")
  func rows() throws {
    let rooms = [
      room("all", unread: 2, mentions: 1), room("some", .mentions, unread: 2, mentions: 1),
      room("none", .none, unread: 2, mentions: 1),
    ]
    let main = open(rooms[0], rooms[1], rooms[2])
    let contents = try rooms.map { try row(main, $0).content.value }
    #expect(contents.map(\.alertsText) == ["", "@", "🔕"])
    #expect(contents.map(\.isSilent) == [false, false, true])
    #expect(contents.map(\.unreadText) == ["2", "2", ""])
    #expect(contents.map(\.mentionText) == ["@1", "@1", ""])
    #expect(try row(main, rooms[2]).hasUnread)
  }

  @Test("a silent room is not in the inbox and no next unread room, unless it is marked")
  func unread() throws {
    let silent = room("none", .none, unread: 3, mentions: 2)
    let some = room("some", .mentions, unread: 1, mentions: 1)
    let main = open(room("read"), silent, some)
    #expect(main.status.inboxText.value == "inbox 1  @1")
    #expect(main.nextUnread())
    #expect(main.conversation.value?.roomID == some.id)
    account.rooms.list.send([room("read"), silent, room("some", .mentions)])
    #expect(main.status.inboxText.value == "")
    #expect(!main.nextUnread())
    account.rooms.list.send([room("read"), silent.with { $0.isMarkedUnread = true }])
    #expect(main.status.inboxText.value == "inbox 1")
    #expect(main.nextUnread())
    #expect(main.conversation.value?.roomID == silent.id)
  }

  @Test("sorted by what is unread, and filtered by it, a silent room is like one that was read")
  func sorting() throws {
    let main = open(
      room("read", minute: 3), room("silent", .none, unread: 5, mentions: 5, minute: 1),
      room("unread", unread: 1, minute: 2))
    let list = main.roomList
    #expect(list.rows.value.map(\.content.value.nameText) == ["read", "unread", "silent"])
    _ = list.sortNext(at: 0)
    #expect(list.rows.value.map(\.content.value.nameText) == ["unread", "read", "silent"])
    list.filterNext()
    #expect(list.filterText.value == "unread")
    #expect(list.entries.value.count == 1)
  }

  @Test("the keys set them, say so, and take that back")
  func commands() throws {
    let quiet = room("Lounge")
    let main = open(quiet)
    let row = try row(main, quiet)
    account.rooms.onAlerts.answer(with: .just(()))
    func press(_ toggle: (RoomRowViewModel, @escaping (String) -> Void) -> Void) -> Room.Alerts? {
      toggle(row) { self.told.append($0) }
      let alerts = account.rooms.onAlerts.takeCalls().first?.alerts
      account.rooms.list.send([quiet.with { $0.alerts = alerts ?? .all }])
      return alerts
    }
    let (silence, mentions) = (main.toggleSilence, main.toggleMentionsOnly)
    #expect(press { silence($0, $1) } == Room.Alerts.none)
    #expect(press { silence($0, $1) } == .all)
    #expect(press { mentions($0, $1) } == .mentions)
    #expect(press { silence($0, $1) } == Room.Alerts.none)
    #expect(press { silence($0, $1) } == .mentions)
    #expect(press { mentions($0, $1) } == .all)
    let end = "; the same key takes that back"
    #expect(
      told
        == [
          "is silent", "tells of all messages", "tells of mentions only", "is silent",
          "tells of mentions only", "tells of all messages",
        ].map { "Lounge \($0)\(end)" })
  }

  @Test("a refusal is told, and changes nothing")
  func refused() throws {
    let main = open(room("Lounge"))
    let request = account.rooms.onAlerts.answerLater()
    main.toggleSilence(try row(main, room("Lounge"))) { self.told.append($0) }
    request.fail(RequestError(operation: .setAlerts, reason: .timedOut))
    #expect(told == ["The server did not answer in time. Try again."])
  }
}
