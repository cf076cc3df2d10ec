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
    let sessions = FakeSessionController()
    sessions.current.value = account.session
    let main = MainViewModel(session: account.session, sessions: sessions, world: test.world)
    account.rooms.list.send([room])
    account.sync.states.send(.online)
    main.open(room.id)
    return main
  }

  /// The room has so many messages.
  private func write(_ count: Int, readUpTo: Int? = nil) {
    account.timelines.history(of: room.id).send(
      Timeline.template {
        $0.messages = (1...count).map { .template("\($0)", "\($0)") }
        if let readUpTo { $0.readUpTo = $0.messages[readUpTo - 1].eventID }
      })
  }

  /// The messages below the day, with the marker.
  private func lines(_ timeline: TimelineViewModel) -> [String] {
    timeline.rows.value.dropFirst().map {
      $0.content.value.kind == .newMarker ? "new" : $0.content.value.bodyText
    }
  }

  /// What the line of the first folded section counts as unread.
  private func line(_ main: MainViewModel) -> String? {
    for case .section(let line) in main.roomList.entries.value { return line.unreadText }
    return nil
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
    #expect(main.status.inboxText.value == "", "nothing waits")
    let rooms = try #require(main.roomList.index(of: RowID(room.id)))
    main.roomList.toggleSection(at: rooms)
    #expect(line(main) == "")
    main.alerts.focusChanged(false)
    #expect(line(main) == "3+", "until it is seen again")
    #expect(main.status.inboxText.value == "inbox 1  @1")
    account.rooms.list.send([room])
    main.alerts.focusChanged(true)
    account.rooms.list.send([unread])
    #expect(line(main) == "")
    account.rooms.list.send([unread.with { $0.threadUnreadCount = 1 }])
    #expect(main.status.inboxText.value == "inbox 1  @1", "in its thread")
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

  @Test("while another window has the focus, nothing is read, and what comes is below the marker")
  func unfocused() throws {
    let main = open()
    write(2, readUpTo: 2)
    #expect(marks == 1)
    main.alerts.focusChanged(false)
    write(3, readUpTo: 2)
    test.scheduler.advance(by: .seconds(5))
    #expect(marks == 0)
    account.rooms.list.send([room.with { $0.unreadCount = 1 }])
    let content = try #require(main.roomList.rows.value.first).content
    #expect(content.value.unreadText == "1")
    let timeline = try #require(main.conversation.value).timeline
    #expect(lines(timeline) == ["1", "2", "new", "3"])

    main.alerts.focusChanged(true)
    #expect(marks == 1)
    write(4, readUpTo: 3)
    #expect(lines(timeline) == ["1", "2", "new", "3", "4"])
    timeline.beginningSeen()
    main.alerts.focusChanged(false)
    write(4, readUpTo: 4)
    #expect(lines(timeline) == ["1", "2", "new", "3", "4"], "until something new comes")
    write(5, readUpTo: 4)
    #expect(lines(timeline) == ["1", "2", "3", "4", "new", "5"])
  }

  @Test("behind a list or a profile, nothing is read until it is closed", arguments: [true, false])
  func covered(isProfile: Bool) throws {
    account.profiles.onRefresh.answer(with: .never)
    let main = open()
    write(2, readUpTo: 2)
    #expect(marks == 1)
    if isProfile { main.openOwnProfile() } else { main.showIgnored() }
    #expect((main.profile.value == nil) != isProfile && (main.sheet.value == nil) == isProfile)
    write(3, readUpTo: 2)
    main.alerts.focusChanged(false)
    main.alerts.focusChanged(true)
    test.scheduler.advance(by: .seconds(5))
    #expect(marks == 0)
    if isProfile { main.closeProfile() } else { main.closeSheet() }
    #expect(marks == 1)
    let timeline = try #require(main.conversation.value).timeline
    #expect(lines(timeline) == ["1", "2", "new", "3"])
  }

  @Test("a thread is not read either while another window has the focus")
  func unfocusedThread() throws {
    let main = open()
    write(1)
    let root = Message.ID(EventID.template("$1"))
    let thread = account.timelines.history(of: ThreadID(room: room.id, root: root))
    main.show(.thread(root), in: room.id, from: .room)
    thread.send(Timeline.template { $0.messages = [.template("1", "1"), .template("2", "2")] })
    #expect(account.rooms.onMarkThreadRead.takeCalls().count == 1)
    main.alerts.focusChanged(false)
    thread.send(
      Timeline.template { $0.messages = (1...3).map { .template("\($0)", "\($0)") } })
    test.scheduler.advance(by: .seconds(5))
    #expect(account.rooms.onMarkThreadRead.takeCalls().isEmpty)
    main.alerts.focusChanged(true)
    #expect(account.rooms.onMarkThreadRead.takeCalls().count == 1)
  }

  @Test("what came before the user looked away is not marked later, together with what comes then")
  func slowThenUnfocused() {
    let main = open()
    let first = account.rooms.onMarkRead.answerLater()
    write(1)
    write(2)
    test.scheduler.advance(by: .seconds(1))
    main.alerts.focusChanged(false)
    write(3)
    first.complete()
    test.scheduler.advance(by: .seconds(5))
    #expect(marks == 1)
    main.alerts.focusChanged(true)
    #expect(marks == 1)
  }
}
