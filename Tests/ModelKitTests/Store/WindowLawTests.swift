import SeededRandom
import Signals
import SignalsTesting
import Testing

@testable import ModelKit

/// The law of windows: after any transactions, moves, writes and restarts a window has the rows
/// that sorting all rows and cutting out the part around its anchor gives.
@Suite("Law of windows")
struct WindowLawTests {
  private static let ids = (0..<12).map { "\($0)" } + ["\u{E9}", "z\u{0}", "\u{10000}", "\u{FFFF}"]

  @Test("seeded: a window is a part of all rows in order")
  func matchesReference() throws {
    for seed in 0..<100 as Range<UInt64> { try Run(seed: seed).check() }
  }

  private final class Run {
    private let seed: UInt64
    private var random: SeededGenerator
    private let fake = FakePersistence()
    private let scheduler = TestScheduler()
    private var store: ModelStore
    private var all: [String: Person] = [:]
    private var window = ModelWindow.first(0)
    private var recorder: Recorder<ModelListChange<Person>, Never>?
    private var followed: [Person] = []
    private let order: ModelOrder<Person>

    init(seed: UInt64) throws {
      self.seed = seed
      random = SeededGenerator(seed: seed)
      store = try ModelStore(persistence: fake, of: [Person.self], writingScheduler: scheduler)
      let isDescending = random.chance(50)
      order =
        random.chance(50)
        ? ModelOrder("age", isDescending: isDescending) { $0.age.map { .integer(Int64($0)) } }
        : ModelOrder("avatar", isDescending: isDescending) { $0.avatar.map { .string($0) } }
    }

    func check() throws {
      observe()
      follow()
      for _ in 0..<80 {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: try restart()
        case 1...3: scheduler.run()
        case 4...6: observe()
        default: change()
        }
        follow()
        #expect(followed == expected, "seed \(seed), \(window)")
        #expect(store.core.table(Person.self).rowCount == followed.count, "seed \(seed)")
      }
      scheduler.run()
    }

    private func follow() {
      for change in recorder?.takeValues() ?? [] { change.apply(to: &followed) }
    }

    private func restart() throws {
      try store.flush()
      store = try ModelStore(persistence: fake, of: [Person.self], writingScheduler: scheduler)
      observe()
    }

    private func observe() {
      let limit = Int.random(in: 0...6, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: window = .first(limit)
      case 1: window = .last(limit)
      default:
        window = .around(
          order.cursor(of: random.person(WindowLawTests.ids)), before: limit,
          after: Int.random(in: 0...6, using: &random))
      }
      recorder = Recorder(
        store.list(Person.self, orderedBy: order, window: window) { $0.displayName != "Grace" })
    }

    private func change() {
      store.update { transaction in
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let person = random.person(WindowLawTests.ids)
          if random.chance(25) {
            transaction.delete(Person.self, person.id)
            all[person.id] = nil
          } else {
            transaction.merge(person)
            all[person.id] = all[person.id]?.merging(person) ?? person
          }
        }
      }
    }

    /// The definition, without the code under test.
    private var expected: [Person] {
      let rows = all.values.filter { $0.displayName != "Grace" }.map { ($0, order.cursor(of: $0)) }
      let ascending = rows.sorted { isBefore($0.1, $1.1) }
      let sorted = order.isDescending ? ascending.reversed() : ascending
      let anchor =
        switch window.anchor {
        case .start: 0
        case .end: sorted.count
        case .cursor(let cursor):
          sorted.count {
            order.isDescending ? isBefore(cursor, $0.1) : isBefore($0.1, cursor)
          }
        }
      let part = sorted[..<anchor].suffix(window.before) + sorted[anchor...].prefix(window.after)
      return part.map(\.0)
    }

    private func isBefore(_ left: ModelCursor, _ right: ModelCursor) -> Bool {
      key(left).lexicographicallyPrecedes(key(right))
    }

    /// A number per part: nothing first, then numbers, then bytes of strings, then the identifier.
    private func key(_ cursor: ModelCursor) -> [Int] {
      let value =
        switch cursor.value {
        case nil: [0]
        case .integer(let number)?: [1, Int(number)]
        case .boolean(let isTrue)?: [1, isTrue ? 1 : 0]
        case .string(let text)?: [2] + text.utf8.map { Int($0) } + [-1]
        }
      return value + cursor.id.utf8.map { Int($0) }
    }
  }
}
