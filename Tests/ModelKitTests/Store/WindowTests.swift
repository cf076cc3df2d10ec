import SeededRandom
import Signals
import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Window")
struct WindowTests {
  private let fake = FakePersistence()
  private let scheduler = TestScheduler()
  private let age = ModelOrder<Person>("age") { $0.age.map { .integer(Int64($0)) } }

  private func makeStore(_ ages: Range<Int> = 0..<0) throws -> ModelStore {
    let store = try ModelStore(
      persistence: fake, of: [Person.self], writingScheduler: scheduler)
    guard !ages.isEmpty else { return store }
    store.update { transaction in
      for age in ages { transaction.merge(Person(Self.id(age), age: age)) }
    }
    try store.flush()
    return store
  }

  /// Identifiers in the order of the ages.
  private static func id(_ age: Int) -> String { "\(1000 + age)" }

  private func person(_ age: Int) -> Person { Person(Self.id(age), age: age) }

  private func ages(_ window: ModelWindow, in store: ModelStore) -> Signal<[Int], Never> {
    store.rows(Person.self, orderedBy: age, window: window).map { $0.map { $0.age ?? -1 } }
  }

  @Test("a window has the rows next to its anchor")
  func reads() async throws {
    let store = try makeStore(0..<100)
    await #expect(ages(.first(3), in: store).first() == [0, 1, 2])
    await #expect(ages(.last(3), in: store).first() == [97, 98, 99])
    let cursor = age.cursor(of: person(50))
    await #expect(
      ages(.around(cursor, before: 2, after: 3), in: store).first() == [48, 49, 50, 51, 52])
    await #expect(ages(.first(0), in: store).first() == [])
    await #expect(ages(.last(200), in: store).first()?.count == 100)
    let descending = ModelOrder<Person>("age", isDescending: true) { person in
      person.age.map { .integer(Int64($0)) }
    }
    await #expect(
      store.rows(
        Person.self, orderedBy: descending, window: .around(cursor, before: 2, after: 2)
      ).map { $0.map(\.age) }.first() == [52, 51, 50, 49])
    scheduler.run()
  }

  @Test("only the rows of the window are read and stay in memory")
  func boundsMemory() throws {
    let store = try makeStore(0..<1000)
    let recorder = Recorder(ages(.last(10), in: store))
    recorder.skipAll()
    #expect(fake.state.withLock { $0.scanned } == 10)
    #expect(store.core.table(Person.self).rowCount == 10)
    store.update { transaction in
      for age in 1000..<1500 { transaction.merge(person(age)) }
    }
    recorder.expect(Array(1490..<1500))
    #expect(store.core.table(Person.self).rowCount == 10)
    recorder.finish()
    #expect(store.core.table(Person.self).rowCount == 0)
    scheduler.run()
  }

  @Test("a row that enters pushes out the farthest, and one that leaves makes room")
  func tellsEdits() throws {
    let store = try makeStore(0..<10)
    let recorder = Recorder(store.list(Person.self, orderedBy: age, window: .last(3)))
    recorder.expect(.all([person(7), person(8), person(9)]))
    store.update { $0.merge(person(20)) }
    recorder.expect(.edits([.remove(Self.id(7), at: 0), .insert(person(20), at: 2)]))
    store.update { $0.delete(Person.self, Self.id(9)) }
    recorder.expect(.edits([.remove(Self.id(9), at: 1), .insert(person(7), at: 0)]))
    store.update { $0.merge(Person(Self.id(8), name: "Ada")) }
    recorder.expect(.edits([.update(Person(Self.id(8), name: "Ada", age: 8), at: 1)]))
    store.update { $0.merge(Person(Self.id(7), age: 30)) }
    recorder.expect(.edits([.move(Person(Self.id(7), age: 30), from: 0, to: 2)]))
    // The row that becomes the last of ten is not in the window, and the next one is not known.
    store.update { $0.merge(Person(Self.id(7), age: 0)) }
    recorder.expect(.edits([.remove(Self.id(7), at: 2), .insert(person(6), at: 0)]))
    scheduler.run()
  }

  @Test("rows outside the window are not reported and cause no reading")
  func ignoresOthers() throws {
    let store = try makeStore(10..<20)
    let recorder = Recorder(store.list(Person.self, orderedBy: age, window: .last(3)))
    recorder.skipAll()
    let scanned = fake.state.withLock { $0.scanned }
    store.update { $0.merge(person(1)) }
    store.update { $0.delete(Person.self, Self.id(12)) }
    recorder.expectNothing()
    #expect(fake.state.withLock { $0.scanned } == scanned)
    scheduler.run()
  }

  @Test("updates in place are reported for the requested fields only")
  func limitsUpdates() throws {
    let store = try makeStore(0..<3)
    let recorder = Recorder(
      store.list(Person.self, orderedBy: age, window: .first(3), fields: [.displayName]))
    recorder.skipAll()
    store.update { $0.merge(Person(Self.id(1), avatar: "mxc://a/1")) }
    recorder.expectNothing()
    store.update { $0.merge(Person(Self.id(1), name: "Ada")) }
    recorder.expect(
      .edits([.update(Person(Self.id(1), name: "Ada", avatar: "mxc://a/1", age: 1), at: 1)]))
    scheduler.run()
  }

  @Test("a window that cannot be read is empty and reported, and follows what comes")
  func reportsFailure() throws {
    let store = try makeStore(0..<3)
    let issues = Recorder(store.issues)
    fake.state.withLock { $0.scanFailure = FakePersistence.broken }
    let recorder = Recorder(ages(.last(3), in: store))
    recorder.expect([])
    issues.expect(.readFailed(type: "Person", FakePersistence.broken))
    store.update { $0.merge(person(5)) }
    recorder.expect([5])
    scheduler.run()
  }

  @Test("a window of a type that is not persisted has the rows in memory")
  func windowsOfMemory() {
    let store = ModelStore()
    let refs = (0..<6).map { store.ref(Person.self, Self.id($0)) }
    store.update { transaction in
      for age in 0..<5 { transaction.merge(person(age)) }
    }
    let recorder = Recorder(ages(.last(3), in: store))
    recorder.expect([2, 3, 4])
    store.update { $0.merge(person(5)) }
    recorder.expect([3, 4, 5])
    store.update { $0.delete(Person.self, Self.id(4)) }
    recorder.expect([2, 3, 5])
    withExtendedLifetime(refs) {}
  }

  @Test("an observer may move the window while it is being told")
  func movesInside() throws {
    let store = try makeStore(0..<20)
    let windows = Subject<ModelWindow, Never>()
    let recorder = Recorder(
      windows.signal.flatMap(.latest) { [self] in ages($0, in: store) })
    windows.send(.last(2))
    recorder.expect([18, 19])
    let mover = ages(.last(1), in: store).subscribe { newest in
      if newest == [20] { windows.send(.first(2)) }
    }
    store.update { $0.merge(person(20)) }
    #expect(recorder.takeValues().last == [0, 1])
    store.update { $0.delete(Person.self, Self.id(0)) }
    recorder.expect([1, 2])
    mover.dispose()
    scheduler.run()
  }
}
