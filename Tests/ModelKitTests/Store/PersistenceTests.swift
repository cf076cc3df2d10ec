import Signals
import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Persistence")
struct PersistenceTests {
  private let fake = FakePersistence()
  private let scheduler = TestScheduler()

  private func makeStore() throws -> ModelStore {
    try ModelStore(persistence: fake, of: [Person.self, Note.self], writingScheduler: scheduler)
  }

  private func text(_ type: String, _ id: String) -> String? {
    fake.state.withLock { $0.rows[type]?[id].map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test("a persisted row without holders is read back, before and after it is written")
  func readsBack() throws {
    let store = try makeStore()
    store.update { $0.merge(Person("a", name: .some(nil), age: 1)) }
    #expect(store.core.table(Person.self).rowCount == 0)
    #expect(store.value(Person.self, "a") == Person("a", name: .some(nil), age: 1))
    #expect(text("Person", "a") == nil)
    scheduler.advance(by: .zero)
    #expect(text("Person", "a") == #"{"id":"a","displayname":null,"age":1}"#)
    #expect(store.value(Person.self, "a") == Person("a", name: .some(nil), age: 1))
    #expect(try makeStore().value(Person.self, "a")?.age == 1)
  }

  @Test("a merge into a row without holders merges with the persisted value")
  func mergesWithPersisted() throws {
    try makeStore().update { $0.merge(Person("a", name: "Ada")) }
    scheduler.advance(by: .zero)
    let store = try makeStore()
    store.update { $0.merge(Person("a", age: 36)) }
    #expect(store.value(Person.self, "a") == Person("a", name: "Ada", age: 36))
    try store.flush()
    #expect(text("Person", "a") == #"{"id":"a","displayname":"Ada","age":36}"#)
  }

  @Test("all of a transaction is written together, and deletions are written")
  func writesWhole() throws {
    let store = try makeStore()
    try store.update { transaction throws(ModelVeto) in
      transaction.merge(Person("a", age: 1))
      try transaction.merge(Note(1, text: "x"))
    }
    scheduler.advance(by: .zero)
    #expect(fake.state.withLock { $0.batches.map(\.count) } == [2])
    store.update { $0.delete(Person.self, "a") }
    #expect(store.value(Person.self, "a") == nil)
    try store.flush()
    #expect(text("Person", "a") == nil)
    #expect(store.value(Person.self, "a") == nil)
    // The scheduled write finds nothing to do.
    scheduler.advance(by: .zero)
    #expect(fake.state.withLock { $0.batches.count } == 2)
  }

  @Test("types that are not persisted live in memory only")
  func leavesOthersInMemory() throws {
    let store = try ModelStore(persistence: fake, of: [Note.self])
    store.update { $0.merge(Person("a", age: 1)) }
    try store.flush()
    #expect(fake.state.withLock { $0.batches.isEmpty })
    #expect(store.value(Person.self, "a") == nil)
  }

  @Test("a failed write is reported, kept, and retried later")
  func retriesWrites() throws {
    let store = try makeStore()
    let issues = Recorder(store.issues)
    fake.state.withLock { $0.writeFailure = FakePersistence.broken }
    store.update { $0.merge(Person("a", age: 1)) }
    scheduler.advance(by: .zero)
    issues.expect(.writeFailed(FakePersistence.broken))
    #expect(throws: FakePersistence.broken) { try store.flush() }
    store.update { $0.merge(Person("a", age: 2)) }
    #expect(store.value(Person.self, "a")?.age == 2)
    scheduler.advance(by: .milliseconds(999))
    issues.expectNothing()
    scheduler.advance(by: .milliseconds(1))
    issues.expect(.writeFailed(FakePersistence.broken))
    fake.state.withLock { $0.writeFailure = nil }
    scheduler.advance(by: .seconds(2))
    #expect(text("Person", "a") == #"{"id":"a","age":2}"#)
    issues.expectNothing()
    #expect(scheduler.pendingCount == 0)
  }

  @Test("a corrupt row counts as absent, is reported, and stays until it is written again")
  func reportsCorruptRows() throws {
    let store = try makeStore()
    let issues = Recorder(store.issues)
    fake.state.withLock { state in
      state.rows["Person"] = [
        "a": Array(#"{"id":"a","age":"#.utf8), "b": Array(#"{"id":"b","age":2}"#.utf8),
        "c": Array(#"{"id":"x"}"#.utf8),
      ]
    }
    #expect(store.value(Person.self, "a") == nil)
    guard case .unreadableRow("Person", "a", let message)? = issues.takeValue() else {
      Issue.record("the row is reported")
      return
    }
    #expect(message.contains("byte"))
    #expect(store.value(Person.self, "c") == nil)
    issues.expect(
      .unreadableRow(type: "Person", id: "c", message: "its identifier is x"))
    #expect(text("Person", "a") != nil)
    let list = Recorder(store.rows(Person.self) { $0.id < $1.id }.map { $0.map(\.id) })
    list.expect(["b"])
    #expect(issues.takeValues().count == 2)
    store.update { $0.merge(Person("a", age: 3)) }
    list.expect(["a", "b"])
    try store.flush()
    #expect(text("Person", "a") == #"{"id":"a","age":3}"#)
    // The merge has read the row once more.
    #expect(issues.takeValues().count == 1)
  }

  @Test("an unreadable row is not overwritten by a value merged without it")
  func neverOverwritesUnseen() throws {
    try makeStore().update { $0.merge(Person("a", name: "Ada", age: 1)) }
    scheduler.advance(by: .zero)
    let store = try makeStore()
    let issues = Recorder(store.issues)
    fake.state.withLock { $0.readFailure = FakePersistence.broken }
    do {
      let ref = store.ref(Person.self, "a")
      issues.expect(.readFailed(type: "Person", FakePersistence.broken))
      store.update { $0.merge(Person("a", age: 2)) }
      issues.skipAll()
      #expect(ref.value == Person("a", age: 2))
      fake.state.withLock { $0.readFailure = nil }
      try store.flush()
    }
    #expect(store.value(Person.self, "a") == Person("a", name: "Ada", age: 1))
    scheduler.run()
  }

  @Test("a list of a persisted type has all rows: written, pending and in memory")
  func listsAll() throws {
    let store = try makeStore()
    store.update { transaction in
      for number in 0..<10 { transaction.merge(Person("\(number)", age: number)) }
    }
    try store.flush()
    store.update { transaction in
      transaction.merge(Person("x", age: 100))
      transaction.merge(Person("3", age: 200))
      transaction.delete(Person.self, "4")
    }
    let recorder = Recorder(
      store.rows(Person.self, where: { $0.age ?? 0 > 2 }, by: { ($0.age ?? 0) < ($1.age ?? 0) })
        .map { $0.map(\.id) })
    recorder.expect(["5", "6", "7", "8", "9", "x", "3"])
    #expect(store.core.table(Person.self).rowCount == 7)
    store.update { $0.merge(Person("0", age: 50)) }
    recorder.expect(["5", "6", "7", "8", "9", "0", "x", "3"])
    recorder.finish()
    #expect(store.core.table(Person.self).rowCount == 0)
    scheduler.run()
  }

  @Test("a row is read once for all its holders")
  func readsOnce() throws {
    try makeStore().update { $0.merge(Person("a", age: 1)) }
    scheduler.advance(by: .zero)
    let store = try makeStore()
    let ref = store.ref(Person.self, "a")
    let reads = fake.state.withLock { $0.reads }
    #expect(store.ref(Person.self, "a") == ref)
    store.update { $0.merge(Person("a", age: 2)) }
    #expect(fake.state.withLock { $0.reads } == reads)
    scheduler.run()
  }
}
