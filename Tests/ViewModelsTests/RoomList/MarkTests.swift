import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Synchronization
import Testing
import ViewModels

@Suite("Rooms marked as unread")
@MainActor
final class MarkTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let one = Room.template("one", name: "One")
  private let two = Room.template("two", name: "Two")
  private var told: [String] = []

  private func open() -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(session: account.session),
      world: test.world)
    account.rooms.list.send([one, two])
    return main
  }

  private func row(_ main: MainViewModel, _ room: Room) throws -> RoomRowViewModel {
    try #require(main.roomList.rows.value.first { $0.roomID == room.id })
  }

  @Test("count as unread: in the list, the inbox and for the next unread room")
  func shown() throws {
    let main = open()
    let row = try row(main, two)
    #expect(!row.hasUnread)
    #expect(row.content.value.unreadText == "")
    account.rooms.list.send([one, two.with { $0.isMarkedUnread = true }])
    #expect(row.hasUnread)
    #expect(row.content.value.unreadText == "●")
    #expect(main.status.inboxText.value == "inbox 1")
    account.rooms.list.send([one, two.with { ($0.isMarkedUnread, $0.unreadCount) = (true, 2) }])
    #expect(row.content.value.unreadText == "2")
    account.rooms.list.send([one, two.with { $0.isMarkedUnread = true }])
    #expect(main.nextUnread())
    #expect(main.conversation.value?.roomID == two.id)
  }

  @Test("are marked and read from the list; a failure is told")
  func commands() throws {
    let main = open()
    let row = try row(main, two)
    let mark = account.rooms.onMark.answerLater()
    main.markUnread(row) { self.told.append($0) }
    #expect(account.rooms.onMark.takeCalls() == [.init(true, two.id)])
    mark.fail(RequestError(operation: .markRead, reason: .timedOut))
    #expect(told == ["The server did not answer in time. Try again."])

    account.rooms.marked.withLock { _ = $0.insert(two.id) }
    account.rooms.onMarkRead.answer(with: .just(()))
    account.rooms.onMark.answer(with: .just(()))
    main.markRead(row) { self.told.append($0) }
    #expect(account.rooms.onMarkRead.takeCalls() == [two.id])
    #expect(account.rooms.onMark.takeCalls() == [.init(false, two.id)])
    #expect(told.last == "Two is marked as read; u marks it as unread")
  }

  @Test("lose the mark when the user opens them, also the open one, but not by the start")
  func opened() throws {
    account.rooms.marked.withLock { $0 = [one.id, two.id] }
    account.rooms.onMark.answer(with: .just(()))
    let main = open()
    main.openFirstRoom()
    #expect(main.conversation.value != nil)
    #expect(account.rooms.onMark.takeCalls() == [])
    let open = try #require(main.conversation.value?.roomID)
    try row(main, open == one.id ? one : two).open.execute()
    #expect(account.rooms.onMark.takeCalls() == [.init(false, open)])
  }
}
