import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Folded changes")
@MainActor
struct FoldTests {
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open() -> TimelineViewModel {
    ConversationViewModel(
      room: room.id, session: account.session, world: TestWorld().world,
      draft: .empty, navigator: Navigator()
    ).timeline
  }

  private static func person(_ number: Int) -> User { .template("p\(number)", name: "P\(number)") }

  private static func change(
    _ name: String, _ kind: MembershipChange.Kind, of user: User, by sender: User? = nil,
    minute: Int64 = 0, reason: String? = nil
  ) -> Message {
    .template(name, from: sender ?? user, minute: minute) {
      $0.content = .membership(
        MembershipChange(
          user: user.id, displayName: user.displayName, kind: kind, reason: reason))
    }
  }

  private func lines(_ messages: [Message]) -> [String] {
    let timeline = open()
    history.send(
      .template().with {
        $0.messages = messages
        $0.readUpTo = messages.last?.eventID
      })
    return Array(timeline.lines.dropFirst())
  }

  @Test("a single change is not folded")
  func single() {
    #expect(lines([Self.change("1", .joined, of: .grace)]) == ["12:30 · Grace joined"])
  }

  @Test(
    "several people are named, more are counted",
    arguments: [
      (2, "P1 and P2 joined"), (3, "P1, P2 and P3 joined"), (4, "P1, P2 and 2 others joined"),
      (9, "P1, P2 and 7 others joined"), (12, "12 people joined"),
    ])
  func people(count: Int, text: String) {
    let messages = (1...count).map { Self.change("\($0)", .joined, of: Self.person($0)) }
    #expect(lines(messages) == ["12:30 ▸ \(text)"])
  }

  @Test("changes of several kinds are counted by people")
  func kinds() {
    let joined = (1...4).map { Self.change("\($0)", .joined, of: Self.person($0)) }
    let left = (5...6).map { Self.change("\($0)", .left, of: Self.person($0)) }
    let others = [
      Self.change("7", .renamed(from: "P1", to: "Q1"), of: Self.person(1)),
      Self.change("8", .renamed(from: "Q1", to: "R1"), of: Self.person(1)),
      Self.change("9", .changedAvatar, of: Self.person(2)),
      Self.change("10", .invited, of: Self.person(9), by: .ada),
    ]
    #expect(
      lines(joined + left + others) == [
        "12:30 ▸ 4 joined, 2 left, 1 invited, 1 renamed, 1 with a new picture"
      ])
  }

  @Test("the changes of one person name that person")
  func onePerson() {
    let messages = ["1", "3", "5"].map { Self.change($0, .joined, of: .grace) }
    let left = ["2", "4"].map { Self.change($0, .left, of: .grace) }
    #expect(lines(messages + left) == ["12:30 ▸ Grace joined 3 times and left 2 times"])
    #expect(
      lines([
        Self.change("1", .joined, of: .grace), Self.change("2", .changedAvatar, of: .grace),
      ]) == ["12:30 ▸ Grace joined and changed their picture"])
    #expect(
      lines([
        Self.change("1", .invited, of: .grace), Self.change("2", .joined, of: .grace),
      ]) == ["12:30 ▸ Grace was invited and joined"])
  }

  @Test("changes of the room's settings fold too, but not its move")
  func settings() {
    func change(_ name: String, _ change: RoomChange) -> Message {
      .template(name, from: .linus, minute: 0) { $0.content = .roomChange(change) }
    }
    let rules = (1...3).map { change("\($0)", .servers) }
    #expect(lines(rules) == ["12:30 ▸ Linus changed the room's settings 3 times"])
    #expect(
      lines([Self.change("0", .joined, of: .grace)] + rules)
        == ["12:30 ▸ 1 joined, 1 changed settings"])
    #expect(
      lines([change("1", .replacement(nil)), change("2", .servers)]) == [
        "12:30 · Linus moved the room to a new one",
        "12:30 · Linus changed which servers may take part",
      ])
  }

  private static func topic(_ number: Int, by sender: User = .grace) -> Message {
    .template("t\(number)", from: sender, minute: 0) { $0.content = .roomTopic("topic \(number)") }
  }

  @Test("topics and names stand alone, but not heaps of them")
  func heaps() {
    let topics = (1...200).map { Self.topic($0) }
    #expect(lines(topics) == ["12:30 ▸ Grace changed the topic 200 times"])
    let few = Array(topics.prefix(ChangesText.heap - 1))
    #expect(lines(few) == (1...few.count).map { "12:30 · Grace set the topic: topic \($0)" })
    let joined = [Self.change("1", .joined, of: .ada), Self.change("2", .joined, of: .linus)]
    let left = [Self.change("3", .left, of: .ada), Self.change("4", .left, of: .linus)]
    #expect(
      lines(joined + few.prefix(1) + left) == [
        "12:30 ▸ Ada and Linus joined", "12:30 · Grace set the topic: topic 1",
        "12:30 ▸ Ada and Linus left",
      ])
    let name = Message.template("n", from: .grace, minute: 0) { $0.content = .roomName("Tea") }
    #expect(
      lines(few + [name]) == ["12:30 ▸ Grace changed the topic 3 times and renamed the room"])
    #expect(
      lines(few + [Self.topic(9, by: .linus)] + joined)
        == ["12:30 ▸ 2 joined, 2 changed the topic"])
  }

  @Test("a heap that grows, or shrinks, takes in what stood alone, or gives it back")
  func growingHeap() {
    let timeline = open()
    let topics = (1...ChangesText.heap).map { Self.topic($0) }
    for count in [topics.count - 1, topics.count, topics.count - 1] {
      history.send(.template().with { $0.messages = Array(topics.prefix(count)) })
      let shown = timeline.lines.dropFirst().count
      #expect(shown == (count < ChangesText.heap ? count : 1), "\(count)")
    }
  }

  @Test("kicks, bans and changes with a reason are not folded, and interrupt a fold")
  func visible() {
    #expect(
      lines([
        Self.change("1", .joined, of: .grace), Self.change("2", .joined, of: .linus),
        Self.change("3", .kicked, of: .grace, by: .ada),
        Self.change("4", .left, of: .linus, reason: "bye"),
        Self.change("5", .banned, of: .linus, by: .ada),
        Self.change("6", .joined, of: .grace),
        .template("7", "hello"),
        Self.change("8", .left, of: .grace),
      ]) == [
        "12:30 ▸ Grace and Linus joined", "12:30 · Ada removed Grace", "12:30 · Linus left: bye",
        "12:30 · Ada banned Linus", "12:30 · Grace joined", "12:30 Grace: hello",
        "12:30 · Grace left",
      ])
  }

  @Test("a new day and the new-messages marker interrupt a fold")
  func divided() {
    let timeline = open()
    let messages = (1...6).map {
      Self.change("\($0)", .joined, of: Self.person($0), minute: $0 > 4 ? 24 * 60 : 0)
    }
    history.send(
      .template().with {
        $0.messages = messages
        $0.readUpTo = .template("$2")
      })
    #expect(
      timeline.lines == [
        "-- Today", "12:30 ▸ P1 and P2 joined", "-- new", "12:30 ▸ P3 and P4 joined",
        "-- Fri 21 Nov", "12:30 ▸ P5 and P6 joined",
      ])
  }

  @Test("a row of changes unfolds and folds, and keeps its identity as changes join at both ends")
  func toggle() throws {
    let timeline = open()
    let all = (1...5).map { Self.change("\($0)", .joined, of: Self.person($0)) }
    history.send(.template().with { $0.messages = Array(all[1...2]) })
    let row = try #require(timeline.rows.value.last)
    #expect(row.toggle.isEnabled.value)
    #expect(!row.openSender.isEnabled.value)

    row.toggle.execute()
    #expect(
      timeline.lines.dropFirst() == [
        "12:30 ▾ P2 and P3 joined", "12:30 · P2 joined", "12:30 · P3 joined",
      ])
    let opened = timeline.rows.value.suffix(2)
    #expect(opened.allSatisfy { !$0.toggle.isEnabled.value })

    history.send(.template().with { $0.messages = Array(all[1...3]) })
    history.send(.template().with { $0.messages = all })
    #expect(timeline.rows.value[1] === row)
    #expect(timeline.lines.count == 7)
    #expect(timeline.lines[1] == "12:30 ▾ P1, P2 and 3 others joined")
    #expect(timeline.rows.value.contains { $0 === opened.first })

    row.toggle.execute()
    #expect(timeline.lines.dropFirst() == ["12:30 ▸ P1, P2 and 3 others joined"])
    #expect(Set(timeline.rows.value.map(\.id)).count == timeline.rows.value.count)
  }

  @Test("a divided run keeps its row before the gap, and gets another row after it")
  func split() throws {
    let timeline = open()
    let all = (1...4).map { Self.change("\($0)", .joined, of: Self.person($0)) }
    history.send(.template().with { $0.messages = all })
    let row = try #require(timeline.rows.value.last)

    history.send(
      .template().with { $0.messages = all[..<2] + [.template("x", "between")] + all[2...] })
    #expect(
      timeline.lines.dropFirst() == [
        "12:30 ▸ P1 and P2 joined", "12:30 Grace: between", "12:30 ▸ P3 and P4 joined",
      ])
    #expect(timeline.rows.value[1] === row)
    #expect(Set(timeline.rows.value.map(\.id)).count == 4)
  }
}
