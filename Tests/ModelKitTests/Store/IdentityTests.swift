import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Identity")
struct IdentityTests {
  private let store = ModelStore()

  @Test("all holders of an identifier see the same value, whichever holder writes it")
  func sharesOneValue() {
    let first = store.ref(Person.self, "a")
    #expect(first.value == nil)
    store.update { $0.merge(Person("a", name: "Ada")) }
    let second = store.ref(Person.self, "a")
    store.update { $0.merge(Person("a", age: 36)) }
    #expect(first == second)
    #expect(first.value == Person("a", name: "Ada", age: 36))
    #expect(second.value == first.value)
    #expect(store.value(Person.self, "a") == first.value)
  }

  @Test("the same identifier of two types means two rows")
  func partsTypes() throws {
    let text = store.ref(Person.self, "1")
    let note = store.ref(Note.self, 1)
    try store.update { transaction throws(ModelVeto) in
      transaction.merge(Person("1", name: "Ada"))
      try transaction.merge(Note(1, text: "hello"))
    }
    #expect(text.value?.displayName == "Ada")
    #expect(note.value?.text == "hello")
  }

  @Test("handles of two stores differ, and so do their rows")
  func partsStores() {
    let other = ModelStore()
    let mine = store.ref(Person.self, "a")
    let foreign = other.ref(Person.self, "a")
    store.update { $0.merge(Person("a", name: "Ada")) }
    #expect(mine != foreign)
    #expect(foreign.value == nil)
  }

  @Test("a row without holders is removed, also from the index")
  func evictsRows() {
    do {
      let ref = store.ref(Person.self, "a")
      store.update { $0.merge(Person("a", name: "Ada")) }
      #expect(ref.value != nil)
      #expect(store.core.table(Person.self).rowCount == 1)
    }
    #expect(store.core.table(Person.self).rowCount == 0)
    #expect(store.value(Person.self, "a") == nil)
    #expect(store.core.table(Person.self).rowCount == 0)
  }

  @Test("a row that only a transaction touches does not outlive it")
  func evictsUnheldWrites() {
    store.update { transaction in
      for number in 0..<1000 { transaction.merge(Person("\(number)", age: number)) }
    }
    #expect(store.core.table(Person.self).rowCount == 0)
  }

  @Test("an observation retains its row, and a deleted row's handle sees the next one")
  func observationHoldsRow() {
    let recorder = Recorder(store.signal(Person.self, "a"))
    store.update { $0.merge(Person("a", age: 1)) }
    #expect(store.core.table(Person.self).rowCount == 1)
    #expect(store.value(Person.self, "a")?.age == 1)
    store.update { $0.delete(Person.self, "a") }
    store.update { $0.merge(Person("a", age: 2)) }
    recorder.expect(nil, Person("a", age: 1), nil, Person("a", age: 2))
    recorder.finish()
    #expect(store.core.table(Person.self).rowCount == 0)
  }

  @Test("handles keep their value after the store is released")
  func handlesOutliveStore() {
    var store: ModelStore? = ModelStore()
    let ref = store?.ref(Person.self, "a")
    store?.update { $0.merge(Person("a", age: 1)) }
    store = nil
    #expect(ref?.value?.age == 1)
  }
}
