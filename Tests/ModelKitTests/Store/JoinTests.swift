import Signals
import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Joined transactions")
struct JoinTests {
  /// A transaction of the fake persistence, which ends when the test says so.
  private final class FakeTransaction: JoinableTransaction {
    let path = "fake"
    var isCommitted = false
    var writes: [ModelWrite] = []
    private let failure: ModelPersistenceError?

    init(failing failure: ModelPersistenceError? = nil) { self.failure = failure }

    func apply(_ writes: [ModelWrite]) throws(ModelPersistenceError) {
      if let failure { throw failure }
      self.writes += writes
    }

    func commit(to fake: FakePersistence) throws(ModelPersistenceError) {
      try fake.apply { writes }
      isCommitted = true
    }
  }

  private let fake = FakePersistence()
  private let scheduler = TestScheduler()

  private func makeStore() throws -> ModelStore {
    try ModelStore(persistence: fake, of: [Person.self], writingScheduler: scheduler)
  }

  private func age(_ id: String) throws -> Int? { try makeStore().value(Person.self, id)?.age }

  @Test("what it writes is not written again")
  func writesOnce() throws {
    let store = try makeStore()
    let changes = Recorder(store.changes.map(\.sequence))
    try store.update { transaction in
      let other = FakeTransaction()
      transaction.merge(Person("a", age: 1))
      try transaction.join(other)
      try other.commit(to: fake)
    }
    changes.expect(1)
    try store.flush()
    #expect(scheduler.pendingCount == 0)
    #expect(fake.state.withLock { $0.batches.map(\.count) } == [1])
  }

  @Test("a failed write that meanwhile is in the joined transaction does not return")
  func forgetsFailedWrites() throws {
    let store = try makeStore()
    store.update { $0.merge(Person("a", age: 1)) }
    fake.state.withLock { $0.writeFailure = FakePersistence.broken }
    #expect(throws: FakePersistence.broken) { try store.flush() }
    fake.state.withLock { $0.writeFailure = nil }
    try store.update { transaction in
      let other = FakeTransaction()
      transaction.merge(Person("a", age: 2))
      try transaction.join(other)
      #expect(other.writes.count == 2)
      try other.commit(to: fake)
    }
    scheduler.run()
    #expect(try age("a") == 2)
  }

  @Test("readers see the older value until it ends, also the one that was not written yet")
  func showsOlder() throws {
    let store = try makeStore()
    store.update { $0.merge(Person("b", age: 1)) }
    try store.update { transaction in
      let other = FakeTransaction()
      transaction.merge(Person("a", age: 2))
      try transaction.join(other)
      #expect(store.value(Person.self, "a") == nil)
      #expect(store.value(Person.self, "b")?.age == 1)
      // A write in between has nothing to do.
      try store.flush()
      #expect(fake.state.withLock { $0.batches.count } == 0)
      try other.commit(to: fake)
      #expect(store.value(Person.self, "a") == nil)
    }
    #expect(store.value(Person.self, "a")?.age == 2)
  }

  @Test("an error keeps older changes for later")
  func keepsOlder() throws {
    let store = try makeStore()
    store.update { $0.merge(Person("b", age: 1)) }
    #expect(throws: FakePersistence.broken) {
      try store.update { transaction in
        transaction.merge(Person("a", age: 2))
        try transaction.join(FakeTransaction(failing: FakePersistence.broken))
      }
    }
    #expect(store.value(Person.self, "a") == nil)
    scheduler.run()
    #expect(try age("a") == nil)
    #expect(try age("b") == 1)
  }

  @Test("a row that could not be read is not written, and the caller is told")
  func refusesUnread() throws {
    let store = try makeStore()
    fake.state.withLock { $0.readFailure = FakePersistence.broken }
    #expect(throws: ModelPersistenceError.self) {
      try store.update { transaction in
        transaction.merge(Person("a", age: 2))
        try transaction.join(FakeTransaction())
      }
    }
    fake.state.withLock { $0.readFailure = nil }
    #expect(store.value(Person.self, "a") == nil)
  }

  @Test("its changes can be undone")
  func canBeUndone() throws {
    let store = try ModelStore(
      persistence: fake, of: [Note.self], writingScheduler: scheduler)
    try store.update("Note") { transaction in
      let other = FakeTransaction()
      try transaction.merge(Note(1, text: "x"))
      try transaction.join(other)
      try other.commit(to: fake)
    }
    try store.undo()
    try store.flush()
    #expect(store.value(Note.self, 1) == nil)
    #expect(fake.state.withLock { $0.rows["Note"]?.isEmpty } == true)
  }

  @Test("a write after joining traps")
  func trapsLateWrites() async {
    await #expect(processExitsWith: .failure) {
      let store = ModelStore()
      try store.update { transaction in
        try transaction.join(FakeTransaction())
        transaction.merge(Person("a", age: 1))
      }
    }
  }
}
