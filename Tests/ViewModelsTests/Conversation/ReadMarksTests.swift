import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Marks of what is read")
@MainActor
struct ReadMarksTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template("a", name: "Swift")

  private func open() -> MainViewModel {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    account.sync.states.send(.online)
    main.open(room.id)
    return main
  }

  /// The room has so many messages.
  private func write(_ count: Int) {
    account.timelines.history(of: room.id).send(
      Timeline.template { $0.messages = (1...count).map { .template("\($0)", "\($0)") } })
  }

  private var marks: Int { account.rooms.onMarkRead.takeCalls().count }

  @Test("while others write all the time, a room is marked once a second, and at the end")
  func stream() {
    let main = open()
    write(1)
    #expect(marks == 1, "at once")
    for count in 2...20 {
      test.scheduler.advance(by: .milliseconds(150))
      write(count)
    }
    #expect(marks == 2, "in 2.85 s")
    test.scheduler.advance(by: .seconds(1))
    #expect(marks == 1, "the last one")
    test.scheduler.advance(by: .seconds(5))
    #expect(marks == 0)
    withExtendedLifetime(main) {}
  }

  @Test("what comes below the part that is shown is not marked before its end is shown")
  func scrolledUp() throws {
    let main = open()
    write(3)
    #expect(marks == 1)
    let timeline = try #require(main.conversation.value).timeline
    timeline.scrolled(to: timeline.rows.value.first?.id)
    write(5)
    test.scheduler.advance(by: .seconds(5))
    #expect(marks == 0)
    let content = try #require(main.roomList.rows.value.first).content
    account.rooms.list.send([room.with { $0.unreadCount = 2 }])
    #expect(content.value.unreadText == "2")
    timeline.scrolled(to: nil)
    #expect(marks == 1)
  }

  @Test("a slow request is not given up: one more follows it, for all that has come meanwhile")
  func slow() {
    let main = open()
    let first = account.rooms.onMarkRead.answerLater()
    write(1)
    for count in 2...4 {
      write(count)
      test.scheduler.advance(by: .seconds(1))
    }
    #expect(marks == 1)
    first.complete()
    #expect(marks == 1)
    test.scheduler.advance(by: .seconds(5))
    #expect(marks == 0)
    withExtendedLifetime(main) {}
  }

  @Test("the count of the room in front does not grow, except that of its threads")
  func row() throws {
    let main = open()
    write(1)
    let content = try #require(main.roomList.rows.value.first).content
    let unread = room.with { ($0.unreadCount, $0.mentionCount, $0.ownUnreadIsLeast) = (3, 1, true) }
    account.rooms.list.send([unread])
    #expect(content.value.unreadText == "")
    #expect(content.value.mentionText == "")
    account.rooms.list.send([unread.with { $0.threadUnreadCount = 1 }])
    #expect(content.value.unreadText == "1")
    #expect(content.value.mentionText == "@1")
  }

  @Test("behind another account's screen, nothing is read until the screen is in front again")
  func behind() throws {
    let main = open()
    write(1)
    _ = marks
    main.isInFront.value = false
    write(2)
    test.scheduler.advance(by: .seconds(5))
    #expect(marks == 0)
    account.rooms.list.send([room.with { $0.unreadCount = 1 }])
    let content = try #require(main.roomList.rows.value.first).content
    #expect(content.value.unreadText == "1")

    main.isInFront.value = true
    #expect(marks == 1)
    #expect(content.value.unreadText == "1", "until it is marked")
    for (count, text) in [(2, "1"), (0, ""), (3, "")] {
      account.rooms.list.send([room.with { $0.unreadCount = count }])
      #expect(content.value.unreadText == text)
    }
  }
}
