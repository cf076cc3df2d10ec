import SeededRandom
import Signals
import SignalsTesting
import Testing

@testable import ModelKit

@Suite("List")
struct ListTests {
  private let store = ModelStore()

  private func adults() -> Signal<ModelListChange<Person>, Never> {
    store.list(Person.self, where: { $0.age ?? 0 >= 18 }) { ($0.age ?? 0) < ($1.age ?? 0) }
  }

  @Test("a list reports insertion, move, update in place and removal")
  func tellsEdits() {
    let recorder = Recorder(adults())
    recorder.expect(.all([]))
    let ada = Person("a", age: 36)
    store.update { $0.merge(ada) }
    recorder.expect(.edits([.insert(ada, at: 0)]))
    let grace = Person("g", age: 20)
    store.update { $0.merge(grace) }
    recorder.expect(.edits([.insert(grace, at: 0)]))
    store.update { $0.merge(Person("g", name: "Grace")) }
    recorder.expect(.edits([.update(Person("g", name: "Grace", age: 20), at: 0)]))
    store.update { $0.merge(Person("g", age: 40)) }
    recorder.expect(.edits([.move(Person("g", name: "Grace", age: 40), from: 0, to: 1)]))
    store.update { $0.merge(Person("a", age: 3)) }
    recorder.expect(.edits([.remove("a", at: 0)]))
    store.update { $0.delete(Person.self, "g") }
    recorder.expect(.edits([.remove("g", at: 0)]))
    store.update { $0.merge(Person("c", age: 1)) }
    recorder.expectNothing()
  }

  @Test("one transaction causes one change of a list")
  func batches() {
    let recorder = Recorder(adults())
    recorder.skipAll()
    store.update { transaction in
      transaction.merge(Person("b", age: 30))
      transaction.merge(Person("a", age: 20))
    }
    recorder.expect(
      .edits([.insert(Person("b", age: 30), at: 0), .insert(Person("a", age: 20), at: 0)]))
  }

  @Test("a list keeps its rows in memory, and only those")
  func holdsRows() {
    let subscription = adults().subscribe()
    store.update { transaction in
      for number in 0..<100 { transaction.merge(Person("\(number)", age: number)) }
    }
    #expect(store.core.table(Person.self).rowCount == 82)
    store.update { transaction in
      for number in 50..<100 { transaction.delete(Person.self, "\(number)") }
    }
    #expect(store.core.table(Person.self).rowCount == 32)
    subscription.dispose()
    #expect(store.core.table(Person.self).rowCount == 0)
  }

  @Test("a list begins with the rows in memory")
  func beginsWithHeldRows() {
    let refs = ["b", "a", "c"].map { store.ref(Person.self, $0) }
    store.update { transaction in
      transaction.merge(Person("a", age: 30))
      transaction.merge(Person("b", age: 30))
      transaction.merge(Person("c", age: 3))
    }
    let recorder = Recorder(adults())
    recorder.expect(.all([Person("a", age: 30), Person("b", age: 30)]))
    withExtendedLifetime(refs) {}
  }

  @Test("updates in place are reported for the requested fields only, moves always")
  func limitsUpdates() {
    let recorder = Recorder(
      store.list(Person.self, fields: [.displayName]) { ($0.age ?? 0) < ($1.age ?? 0) })
    recorder.expect(.all([]))
    store.update { $0.merge(Person("a", age: 1)) }
    store.update { $0.merge(Person("b", age: 2)) }
    recorder.skipAll()
    store.update { $0.merge(Person("a", avatar: "mxc://a/1")) }
    recorder.expectNothing()
    store.update { $0.merge(Person("a", age: 3)) }
    recorder.expect(.edits([.move(Person("a", avatar: "mxc://a/1", age: 3), from: 0, to: 1)]))
  }

  @Test("the whole list follows the edits")
  func givesRows() {
    let recorder = Recorder(store.rows(Person.self) { $0.id < $1.id }.map { $0.map(\.id) })
    recorder.expect([])
    store.update { $0.merge(Person("b", age: 1)) }
    store.update { $0.merge(Person("a", age: 1)) }
    store.update { $0.delete(Person.self, "b") }
    recorder.expect(["b"], ["a", "b"], ["a"])
  }

  @Test("an inconsistent order breaks the order of the list, not the program")
  func survivesWrongOrder() {
    let flips = Log<Int>()
    let order: @Sendable (Person, Person) -> Bool = { _, _ in
      flips.append(1)
      return flips.values.count % 3 != 0
    }
    let recorder = Recorder(store.rows(Person.self, by: order))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      store.update { transaction in
        if random.chance(30) {
          transaction.delete(Person.self, "\(Int.random(in: 0..<9, using: &random))")
        } else {
          transaction.merge(random.person((0..<9).map(String.init)))
        }
      }
    }
    let last = recorder.takeValues().last ?? []
    #expect(Set(last.map(\.id)).count == last.count)
  }

  @Test("seeded: the edits produce the same list as filtering and sorting")
  func matchesReference() {
    for seed in 0..<150 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let store = ModelStore()
      let ids = (0..<8).map(String.init)
      let refs = ids.map { store.ref(Person.self, $0) }
      let signal = store.list(
        Person.self, where: { $0.displayName != "Grace" },
        by: { ($0.age ?? 0, $0.avatar ?? "") < ($1.age ?? 0, $1.avatar ?? "") })
      let recorder = Recorder(signal)
      var followed: [Person] = []
      for _ in 0..<60 {
        store.update { transaction in
          for _ in 0..<Int.random(in: 0...5, using: &random) {
            if random.chance(20) {
              transaction.delete(Person.self, ids.randomElement(using: &random) ?? "")
            } else {
              transaction.merge(random.person(ids))
            }
          }
        }
        for change in recorder.takeValues() { change.apply(to: &followed) }
        let expected = refs.compactMap(\.value).filter { $0.displayName != "Grace" }
          .sorted { ($0.age ?? 0, $0.avatar ?? "", $0.id) < ($1.age ?? 0, $1.avatar ?? "", $1.id) }
        #expect(followed == expected)
      }
      recorder.finish()
    }
  }

  @Test("all rows come once, and then what each transaction changes")
  func tellsChanges() {
    let refs = ["a", "b", "c"].map { store.ref(Person.self, $0) }
    let (ada, bob) = (Person("a", age: 36), Person("b", age: 20))
    store.update { transaction in for person in [ada, bob] { transaction.merge(person) } }
    let recorder = Recorder(store.all(Person.self).map(\.sorted))
    recorder.expect(.all([ada, bob]))

    let eve = Person("c", age: 1)
    store.update { transaction in
      transaction.merge(Person("a", age: 37))
      transaction.merge(eve)
      transaction.delete(Person.self, "b")
    }

    recorder.expect(
      .changes([
        ModelChange(id: "a", before: ada, after: Person("a", age: 37), fields: .age),
        ModelChange(id: "b", before: bob, after: nil, fields: .all),
        ModelChange(id: "c", before: nil, after: eve, fields: .all),
      ]))
    store.update { $0.merge(eve) }
    recorder.expectNothing()
    withExtendedLifetime(refs) {}
  }

  @Test("an observation of all rows keeps none of them in memory")
  func holdsNoRows() {
    let subscription = store.all(Person.self).subscribe()

    store.update { $0.merge(Person("a", age: 1)) }

    #expect(store.core.table(Person.self).rowCount == 0)
    subscription.dispose()
  }
}

extension ModelSetChange<Person> {
  /// The same in the order of the identifiers.
  fileprivate var sorted: Self {
    switch self {
    case .all(let people): .all(people.sorted { $0.id < $1.id })
    case .changes(let changes): .changes(changes.sorted { $0.id < $1.id })
    }
  }
}
