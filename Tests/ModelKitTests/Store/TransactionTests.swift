import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Transaction")
struct TransactionTests {
  private struct Mistake: Error, Equatable {}

  private let store = ModelStore()

  @Test("a partial value changes only its set fields; null is a value, absent is not")
  func mergesBySetFields() {
    let ref = store.ref(Person.self, "a")
    store.update { $0.merge(Person("a", name: "Ada", age: 36)) }
    let fields = store.update { $0.merge(Person("a", name: .some(nil), avatar: "mxc://a/1")) }
    #expect(fields == [.displayName, .avatar])
    #expect(ref.value == Person("a", name: .some(nil), avatar: "mxc://a/1", age: 36))
  }

  @Test("replace makes fields absent that the new value does not set")
  func replaces() {
    let ref = store.ref(Person.self, "a")
    store.update { $0.merge(Person("a", name: "Ada", age: 36)) }
    let fields = store.update { $0.replace(with: Person("a", name: "Ada")) }
    #expect(fields == [.age])
    #expect(ref.value == Person("a", name: "Ada"))
  }

  @Test("models in fields merge the same way")
  func mergesNested() {
    let ref = store.ref(Person.self, "a")
    store.update { $0.merge(Person("a", badge: Badge(title: "x", rank: nil, isSet: .title))) }
    store.update { $0.merge(Person("a", badge: Badge(title: nil, rank: 3, isSet: .rank))) }
    #expect(ref.value?.badge == Badge(title: "x", rank: 3))
  }

  @Test("a transaction sees its own writes, and others see none until its end")
  func isolates() {
    let ref = store.ref(Person.self, "a")
    store.update { transaction in
      transaction.merge(Person("a", age: 1))
      let first = transaction.value(Person.self, "a")
      #expect(first == Person("a", age: 1))
      #expect(ref.value == nil)
      transaction.merge(Person("a", name: "Ada"))
      let second = transaction.value(Person.self, "a")
      #expect(second == Person("a", name: "Ada", age: 1))
      transaction.delete(Person.self, "a")
      let third = transaction.value(Person.self, "a")
      #expect(third == nil)
      transaction.merge(Person("a", age: 2))
    }
    #expect(ref.value == Person("a", age: 2))
  }

  @Test("an error rolls back everything and does not affect the next transaction")
  func rollsBack() {
    let first = store.ref(Person.self, "a")
    let second = store.ref(Person.self, "b")
    store.update { $0.merge(Person("a", age: 1)) }
    let recorder = Recorder(store.changes)
    #expect(throws: Mistake()) {
      try store.update { transaction throws(Mistake) in
        transaction.merge(Person("a", age: 2))
        transaction.merge(Person("b", age: 2))
        throw Mistake()
      }
    }
    #expect(first.value?.age == 1)
    #expect(second.value == nil)
    recorder.expectNothing()
    store.update { $0.merge(Person("b", age: 3)) }
    #expect(first.value?.age == 1)
    #expect(recorder.takeValue()?.changes(of: Person.self).map(\.id) == ["b"])
  }

  @Test("there is one change set for a transaction, with the net difference of each row")
  func tellsNetChanges() throws {
    let recorder = Recorder(store.changes)
    try store.update("both") { transaction throws(ModelVeto) in
      transaction.merge(Person("a", age: 1))
      try transaction.merge(Note(7, text: "hello"))
      transaction.merge(Person("a", name: "Ada"))
      transaction.merge(Person("b", age: 1))
      transaction.delete(Person.self, "b")
    }
    let changes = try #require(recorder.takeValue())
    #expect(changes.count == 2)
    #expect(changes.label == "both")
    #expect(
      changes.changes(of: Person.self) == [
        ModelChange(id: "a", before: nil, after: Person("a", name: "Ada", age: 1), fields: .all)
      ])
    #expect(changes.changes(of: Note.self).map(\.after) == [Note(7, text: "hello")])
    #expect(changes.types.count == 2)
  }

  @Test("a transaction without changes is not reported")
  func silentWithoutChange() {
    let ref = store.ref(Person.self, "a")
    store.update { $0.merge(Person("a", name: "Ada", age: 1)) }
    let recorder = Recorder(store.changes)
    let fields = store.update { $0.merge(Person("a", age: 1)) }
    #expect(fields == [])
    store.update { transaction in
      transaction.merge(Person("a", age: 2))
      transaction.merge(Person("a", age: 1))
    }
    let isDeleted = store.update { $0.delete(Person.self, "b") }
    #expect(!isDeleted)
    store.update { _ in }
    recorder.expectNothing()
    #expect(ref.value?.age == 1)
  }

  @Test("change sets are numbered without gaps")
  func numbersChangeSets() {
    let recorder = Recorder(store.changes)
    for age in 1...3 { store.update { $0.merge(Person("a", age: age)) } }
    store.update { _ in }
    // The row is not retained, so each insertion is a new one.
    #expect(recorder.takeValues().map(\.sequence) == [1, 2, 3])
  }

  @Test("enqueued transactions run on the scheduler, in order")
  func enqueues() {
    let scheduler = TestScheduler()
    let store = ModelStore(scheduler: scheduler)
    let ref = store.ref(Person.self, "a")
    store.enqueue { $0.merge(Person("a", age: 1)) }
    store.enqueue { transaction in
      let age = transaction.value(Person.self, "a")?.age ?? 0
      transaction.merge(Person("a", age: age + 1))
    }
    #expect(ref.value == nil)
    scheduler.advance(by: .zero)
    #expect(ref.value?.age == 2)
  }

  @Test("a transaction returns what its closure returns")
  func returnsResult() {
    let count = store.update { transaction in
      transaction.merge(Person("a", age: 1))
      return 42
    }
    #expect(count == 42)
  }

  @Test("a transaction inside a transaction of the same store traps")
  func trapsOnReentry() async {
    await #expect(processExitsWith: .failure) {
      let store = ModelStore()
      store.update { _ in store.update { _ in } }
    }
  }
}
