import Controllers
import Models
import SeededRandom
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Changes of a timeline")
@MainActor
struct TimelineChangeTests {
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")
  /// Counts the formatted times: some for each row that is built, none for a row that stays.
  private let formatted = Counter()

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open() -> TimelineViewModel {
    var world = TestWorld().world
    world.secondsFromUTC = { [formatted] _ in
      formatted.increase()
      return 0
    }
    return ConversationViewModel(
      room: room.id, session: account.session, world: world, draft: .empty,
      navigator: Navigator()
    ).timeline
  }

  private static func message(_ number: Int) -> Message {
    .template("\(number)", "number \(number)", from: number % 3 == 0 ? .ada : .grace)
  }

  /// The times that are formatted and the contents that change when a history of `count` messages
  /// changes.
  private func cost(_ count: Int, _ change: (inout Timeline.Builder) -> Void) -> [Int] {
    let timeline = open()
    let first = Timeline.template().with { $0.messages = (0..<count).map(Self.message) }
    history.send(first)
    let changes = Counter()
    let observations = timeline.rows.value.map { row in
      row.content.observe { _ in changes.increase() }
    }
    let before = (formatted.count, changes.count)
    history.send(first.with(change))
    for observation in observations { observation.dispose() }
    return [formatted.count - before.0, changes.count - before.1]
  }

  @Test("one message costs the same in a short history and in a long one")
  func cost() {
    let old = Self.message(1000)
    let changes: [(inout Timeline.Builder) -> Void] = [
      { $0.messages.append(old) },
      { $0.messages[10] = $0.messages[10].with { $0.isEdited = true } },
      { $0.messages.remove(at: 10) },
      { $0.messages.insert(old, at: 0) },
      { $0.people[User.template("new").id] = .template("new") },
    ]
    let contents = [0, 1, 1, 1, 0]
    for (change, contents) in zip(changes, contents) {
      let (short, long) = (cost(20, change), cost(400, change))
      #expect(short == long)
      #expect(long[0] <= 10)
      #expect(long[1] <= contents)
    }
  }

  @Test("a new name formats the rows that contain it")
  func renaming() {
    let count = 90
    let renamed = cost(count) { $0.people[User.ada.id] = .template("ada", name: "Lovelace") }
    #expect(renamed[1] >= count / 3)
    let other = cost(count) { $0.people[User.linus.id] = .template("linus", name: "Torvalds") }
    #expect(other[1] == 0)
  }

  @Test(
    "after any sequence of changes, the rows are those of the last version, and what stayed kept its row",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func randomHistories(seed: UInt64) throws {
    var random = RandomHistory(seed: seed)
    let timeline = open()
    history.send(random.timeline)
    for _ in 0..<120 {
      let before = Dictionary(
        timeline.rows.value.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      if random.opensFold {
        timeline.rows.value.first { $0.toggle.isEnabled.value }?.toggle.execute()
      } else {
        random.change()
        history.send(random.timeline)
      }

      let rows = timeline.rows.value
      #expect(rows.allSatisfy { before[$0.id].map { [row = $0] in $0 === row } ?? true })
      #expect(Set(rows.map(\.id)).count == rows.count)
      #expect(timeline.lines == freshLines(openAs: rows))
    }
  }

  /// The lines of a new view model of the current timeline, with the same changes unfolded.
  private func freshLines(openAs rows: [MessageRowViewModel]) -> [String] {
    let fresh = open()
    for (index, row) in rows.enumerated() where row.content.value.kind == .changes(isOpen: true) {
      guard fresh.rows.value.indices.contains(index) else { break }
      fresh.rows.value[index].toggle.execute()
    }
    return fresh.lines
  }
}

/// A history with random changes at every place.
@MainActor
private struct RandomHistory {
  private var random: SeededGenerator
  private var messages: [Message] = []
  private var people: [UserID: User] = [:]
  private var count = 0
  private let senders: [User] = [.ada, .grace, .linus, .template("eve", name: "Grace")]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for sender in senders.dropLast() { people[sender.id] = sender }
    for _ in 0..<30 { messages.append(message(minute: Int64(count))) }
  }

  var timeline: Timeline {
    .template { [messages, people] in
      $0.messages = messages
      $0.people = people
      $0.readUpTo = .template("$7")
    }
  }

  /// Whether to unfold or fold changes instead of changing the history.
  var opensFold: Bool {
    mutating get { Int.random(in: 0..<6, using: &random) == 0 }
  }

  mutating func change() {
    let index = Int.random(in: 0..<max(messages.count, 1), using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where messages.count > 5: messages.remove(at: index)
    case 1 where messages.count > 5: messages.removeFirst(3)
    case 2 where messages.count > 5: messages.removeLast(2)
    case 3 where messages.count > 1:
      messages[index] = messages[index].with { $0.isEdited.toggle() }
    case 4 where messages.count > 1:
      messages[index] = messages[index].with { $0.content = .redacted }
    case 5: for _ in 0..<3 { messages.insert(message(minute: -Int64(count)), at: 0) }
    case 6: messages.insert(message(minute: Int64(index)), at: min(index, messages.count))
    case 7:
      let person = senders[Int.random(in: 0..<senders.count, using: &random)]
      let isKnown = people[person.id] != nil
      people[person.id] = isKnown ? nil : person
    default: messages.append(message(minute: Int64(count)))
    }
  }

  private mutating func message(minute: Int64) -> Message {
    count += 1
    let sender = senders[Int.random(in: 0..<senders.count, using: &random)]
    let isChange = Int.random(in: 0..<5, using: &random) < 3
    // Now and then a day passes.
    let days = Int.random(in: 0..<12, using: &random) == 0 ? Int64(count / 20) : 0
    return .template("\(count)", from: sender, minute: minute + days * 24 * 60) {
      guard isChange else { return }
      $0.content = .membership(
        MembershipChange(user: sender.id, displayName: sender.displayName, kind: .joined))
    }
  }
}
