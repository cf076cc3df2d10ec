import SeededRandom
import Signals
import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Observation")
struct ObservationTests {
  private let store = ModelStore()

  @Test("an observer receives the current value and then exactly the changes of its fields")
  func hearsHits() {
    let ref = store.ref(Person.self, "a")
    store.update { $0.merge(Person("a", name: "Ada", age: 1)) }
    let names = Recorder(store.signal(Person.self, "a", fields: [.displayName]))
    let ages = Recorder(ref.signal([.age, .avatar]))
    names.expect(Person("a", name: "Ada", age: 1))
    ages.expect(Person("a", name: "Ada", age: 1))
    store.update { $0.merge(Person("a", age: 2)) }
    names.expectNothing()
    ages.expect(Person("a", name: "Ada", age: 2))
    store.update { $0.merge(Person("a", name: "Grace")) }
    names.expect(Person("a", name: "Grace", age: 2))
    ages.expectNothing()
    store.update { $0.merge(Person("b", name: "Edsger", age: 3)) }
    store.update { $0.delete(Person.self, "a") }
    names.expect(nil)
    ages.expect(nil)
  }

  @Test("a field that becomes absent or null is a change")
  func hearsPresence() {
    store.update { $0.merge(Person("a", name: "Ada")) }
    let recorder = Recorder(store.signal(Person.self, "a", fields: [.age]))
    recorder.expect(nil)
    store.update { $0.merge(Person("a", name: "Ada", age: .some(nil))) }
    recorder.expect(Person("a", name: "Ada", age: .some(nil)))
    store.update { $0.replace(with: Person("a", name: "Ada")) }
    recorder.expect(Person("a", name: "Ada"))
  }

  @Test("a disposed observer receives nothing and releases its row")
  func disposes() {
    let log = Log<Int>()
    let subscription = store.signal(Person.self, "a").subscribe { log.append($0?.age ?? -1) }
    store.update { $0.merge(Person("a", age: 1)) }
    subscription.dispose()
    store.update { $0.merge(Person("a", age: 2)) }
    #expect(log.values == [-1, 1])
    #expect(store.core.table(Person.self).rowCount == 0)
  }

  @Test("observers may dispose of themselves and of each other while they are notified")
  func disposesInside() {
    let log = Log<String>()
    let second = SerialDisposable()
    let first = SerialDisposable()
    first.inner = store.signal(Person.self, "a").subscribe { value in
      log.append("first \(value?.age ?? 0)")
      if value?.age == 1 { second.dispose() }
      if value?.age == 2 { first.dispose() }
    }
    second.inner = store.signal(Person.self, "a").subscribe { value in
      log.append("second \(value?.age ?? 0)")
    }
    for age in 1...3 { store.update { $0.merge(Person("a", age: age)) } }
    #expect(log.values == ["first 0", "second 0", "first 1", "first 2"])
  }

  @Test("an update from inside an event is delivered after it, to all in the same order")
  func updatesInside() {
    let store = store
    let log = Log<String>()
    let first = store.signal(Person.self, "a").subscribe { value in
      log.append("first \(value?.age ?? 0)")
      if value?.age == 1 { store.update { $0.merge(Person("a", age: 2)) } }
    }
    let second = store.signal(Person.self, "a").subscribe { value in
      log.append("second \(value?.age ?? 0)")
    }
    store.update { $0.merge(Person("a", age: 1)) }
    #expect(
      log.values == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"])
    first.dispose()
    second.dispose()
  }

  @Test("a subscription from inside an event begins with the current value")
  func subscribesInside() {
    let store = store
    let log = Log<String>()
    let inner = CompositeDisposable()
    let outer = store.signal(Person.self, "a").subscribe { value in
      log.append("outer \(value?.age ?? 0)")
      guard value?.age == 1 else { return }
      inner.add(store.signal(Person.self, "a").subscribe { log.append("inner \($0?.age ?? 0)") })
    }
    store.update { $0.merge(Person("a", age: 1)) }
    store.update { $0.merge(Person("a", age: 2)) }
    #expect(log.values == ["outer 0", "outer 1", "inner 1", "outer 2", "inner 2"])
    outer.dispose()
    inner.dispose()
  }

  @Test("observations end without an event when the store is released, and retain nothing")
  func endsWithStore() {
    let leaks = LeakDetector()
    let log = Log<Int>()
    var subscriptions: [any Disposable] = []
    do {
      let store = leaks.watch(ModelStore())
      leaks.watch(store.core)
      subscriptions.append(store.signal(Person.self, "a").subscribe { log.append($0?.age ?? 0) })
      subscriptions.append(store.changes.subscribe { _ in log.append(-1) })
      subscriptions.append(
        store.list(Person.self) { $0.id < $1.id }.subscribe { _ in log.append(-2) })
      store.update { $0.merge(Person("a", age: 1)) }
      leaks.watch(store.core.table(Person.self))
    }
    #expect(log.values == [0, -2, 1, -2, -1])
    subscriptions = []
    leaks.expectAllReleased()
  }

  @Test("seeded: every observer receives exactly the transactions that change its fields")
  func hearsExactlyHits() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let store = ModelStore()
      let ids = ["a", "b", "c"]
      let refs = ids.map { store.ref(Person.self, $0) }
      let observers = (0..<12).map { _ in
        let fields = Person.Fields(rawValue: UInt8.random(in: 0..<32, using: &random))
        let ref = refs.randomElement(using: &random) ?? refs[0]
        return (ref, fields, Recorder(ref.signal(fields)))
      }
      for (_, _, recorder) in observers { recorder.expect(nil) }
      for _ in 0..<40 {
        let before = refs.map(\.value)
        store.update { transaction in
          for _ in 0..<Int.random(in: 0...3, using: &random) {
            if random.chance(10) {
              transaction.delete(Person.self, ids.randomElement(using: &random) ?? "")
            } else {
              transaction.merge(random.person(ids))
            }
          }
        }
        for (ref, fields, recorder) in observers {
          let index = refs.firstIndex(of: ref) ?? 0
          let isHit = Self.changed(before[index], ref.value).intersects(fields)
          if isHit { recorder.expect(ref.value) } else { recorder.expectNothing() }
        }
      }
    }
  }

  private static func changed(_ before: Person?, _ after: Person?) -> Person.Fields {
    guard let before, let after else { return before == nil && after == nil ? [] : .all }
    return after.changed(from: before)
  }
}
