import Signals
import Testing

@testable import ModelKit

/// Models that the caller has read itself are there at once, and change like all others.
@Suite("Preloading")
struct PreloadTests {
  private let store = ModelStore()
  private let people = [Person("a", name: "Ada"), Person("b", name: "Bob")]

  /// What a signal sends while the test runs.
  private func log<Value: Sendable>(_ signal: Signal<Value, Never>) -> Log<Value> {
    let log = Log<Value>()
    _ = signal.subscribe { log.append($0) }
    return log
  }

  private var ids: Signal<[String], Never> {
    store.rows(Person.self, by: { $0.id < $1.id }).map { $0.map(\.id) }
  }

  @Test("the rows have the values, as long as a handle is held")
  func values() {
    do {
      let refs = store.preload(people)
      #expect(refs.map(\.id) == ["a", "b"])
      #expect(refs.map(\.value) == people)
      #expect(store.ref(Person.self, "b") == refs[1])
    }
    #expect(store.core.table(Person.self).rowCount == 0)
  }

  @Test("nobody is told, and nothing can be undone")
  func silent() {
    let (changes, labels) = (log(store.changes), log(store.undoLabels))
    let refs = store.preload(people)
    #expect(changes.values.isEmpty)
    #expect(labels.values.count == 1)
    withExtendedLifetime(refs) {}
  }

  @Test("later changes and lists begin with the values")
  func changes() {
    let refs = store.preload(people)
    let ada = log(refs[0].signal())
    store.update { $0.merge(Person("a", age: 36)) }
    #expect(ada.values == [people[0], Person("a", name: "Ada", age: 36)])
    #expect(log(ids).values == [["a", "b"]])
  }

  @Test("a row that somebody holds is replaced and its observers are told")
  func held() {
    let ada = log(store.signal(Person.self, "a"))
    let refs = store.preload(people)
    #expect(ada.values == [nil, people[0]])
    #expect(refs.map(\.value) == people)
  }

  @Test("an observed list is told once, of all rows")
  func observedList() {
    let list = log(ids)
    let refs = store.preload(people)
    #expect(list.values == [[], ["a", "b"]])
    withExtendedLifetime(refs) {}
  }
}
