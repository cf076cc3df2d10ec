import Dispatch
import SeededRandom
import Signals
import SignalsTesting
import Synchronization
import Testing

@testable import ModelKit

@Suite("Store under load")
struct StressTests {
  @Test(
    "threads that count up lose no update, and readers and observers never see a value decrease")
  func losesNothing() async throws {
    let store = ModelStore()
    let ref = store.ref(Person.self, "a")
    let heard = Log<Int>()
    let subscription = ref.signal([.age]).subscribe { heard.append($0?.age ?? 0) }
    let isDone = Atomic(false)
    let reader = Thread {
      var last = 0
      while !isDone.load(ordering: .acquiring) {
        let age = ref.value?.age ?? 0
        #expect(age >= last)
        last = age
      }
    }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 {
        store.update { transaction in
          let age = transaction.value(Person.self, "a")?.age ?? 0
          transaction.merge(Person("a", age: age + 1))
        }
      }
    }
    isDone.store(true, ordering: .releasing)
    reader.join()
    #expect(ref.value?.age == 2000)
    // The last thread may have left its change set to another one, which is done as well.
    #expect(heard.values == Array(0...2000))
    subscription.dispose()
  }

  @Test("all observers see a transaction over two rows as a whole")
  func staysConsistent() {
    let store = ModelStore()
    let torn = Log<Int>()
    let refs = ["a", "b"].map { store.ref(Person.self, $0) }
    let subscription = store.changes.subscribe { changes in
      let ages = changes.changes(of: Person.self).map { $0.after?.age }
      if ages.count != 2 || ages[0] != ages[1] { torn.append(1) }
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<300 {
        store.update { transaction in
          transaction.merge(Person("a", age: thread * 1000 + step))
          transaction.merge(Person("b", age: thread * 1000 + step))
        }
      }
    }
    #expect(torn.values.isEmpty)
    #expect(refs[0].value?.age == refs[1].value?.age)
    subscription.dispose()
  }

  @Test("short-lived handles and observations leave no row behind")
  func leavesNoRow() {
    let store = ModelStore()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SeededGenerator(seed: UInt64(thread))
      for _ in 0..<500 {
        let id = "\(Int.random(in: 0..<20, using: &random))"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: store.update { $0.merge(random.person([id])) }
        case 1: #expect(store.ref(Person.self, id).id == id)
        case 2: store.update { $0.delete(Person.self, id) }
        default:
          let subscription = store.signal(Person.self, id).subscribe()
          store.update { $0.merge(random.person([id])) }
          subscription.dispose()
        }
      }
    }
    #expect(store.core.table(Person.self).rowCount == 0)
  }

  @Test("observers that subscribe during writes receive every later transaction once")
  func subscribesWithoutGap() {
    let store = ModelStore()
    let ref = store.ref(Person.self, "a")
    store.update { $0.merge(Person("a", age: 0)) }
    let writer = Thread {
      for age in 1...3000 { store.update { $0.merge(Person("a", age: age)) } }
    }
    for _ in 0..<200 {
      let log = Log<Int>()
      let subscription = ref.signal().subscribe { log.append($0?.age ?? -1) }
      let list = Log<Int>()
      let rows = store.rows(Person.self) { $0.id < $1.id }
        .subscribe { list.append($0.first?.age ?? -1) }
      while log.values.count < 3, ref.value?.age != 3000 {}
      subscription.dispose()
      rows.dispose()
      for ages in [log.values, list.values] {
        #expect(ages == ages.first.map { Array($0..<($0 + ages.count)) })
      }
    }
    writer.join()
  }

  @Test("a reference that one thread replaces while others read it is neither lost nor leaked")
  func atomicReference() {
    final class Counted: Sendable {
      static let alive = Atomic(0)
      let number: Int
      init(_ number: Int) {
        self.number = number
        Self.alive.add(1, ordering: .relaxed)
      }
      deinit { Self.alive.subtract(1, ordering: .relaxed) }
    }
    final class Box: Sendable {
      let reference = AtomicReference<Counted>()
    }
    do {
      let box = Box()
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        var last = 0
        for step in 0..<20_000 {
          if thread == 0 {
            _ = box.reference.exchange(step % 7 == 0 ? nil : Counted(step))
          } else if let object = box.reference.load() {
            #expect(object.number >= last)
            last = object.number
          }
        }
      }
      #expect(Counted.alive.load(ordering: .relaxed) <= 1)
    }
    #expect(Counted.alive.load(ordering: .relaxed) == 0)
  }
}

/// A thread that can be joined.
private final class Thread: Sendable {
  private let group = DispatchGroup()

  init(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(group: group, execute: body)
  }

  func join() {
    group.wait()
  }
}
