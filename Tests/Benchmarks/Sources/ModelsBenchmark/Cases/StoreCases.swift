import ModelKit
import Signals
import Synchronization

/// Transactions of the store with 10,000 observers.
enum StoreCases {
  private static let observers = 10_000
  private static let rounds = 10_000

  static func all() -> [Workload] {
    [spread(), spreadHooked(), fanOut()]
  }

  /// Each observer has its own row; a transaction changes one of them.
  private static func spread() -> Workload {
    let stage = Stage<Person>(count: observers)
    return Workload(
      name: .store, subject: .eager, amount: rounds, unit: .perSecond,
      prove: { () throws(Failure) in
        try stage.prove { stage, step in
          _ = stage.store.update { $0.merge(Person(id: "7", lastActive: step)) }
        }
      },
      run: {
        for step in stage.steps(rounds) {
          stage.store.update {
            $0.merge(Person(id: stage.ids[step % observers], lastActive: step))
          }
        }
      })
  }

  private static func spreadHooked() -> Workload {
    let stage = Stage<WatchedPerson>(count: observers)
    return Workload(
      name: .store, subject: .hooked, amount: rounds, unit: .perSecond,
      prove: { () throws(Failure) in
        try stage.prove { stage, step in
          // The count of notifications reveals a refusal.
          _ = try? stage.store.update { transaction throws(ModelVeto) in
            try transaction.merge(WatchedPerson(id: "7", lastActive: step))
          }
        }
        let refused = Result {
          try stage.store.update { transaction throws(ModelVeto) in
            try transaction.merge(WatchedPerson(id: "7", lastActive: -1))
          }
        }
        guard case .failure = refused else { throw Failure("the hook has not refused") }
      },
      run: { () throws(Failure) in
        for step in stage.steps(rounds) {
          do {
            try stage.store.update { transaction throws(ModelVeto) in
              try transaction.merge(
                WatchedPerson(id: stage.ids[step % observers], lastActive: step))
            }
          } catch {
            throw Failure("the hook has refused")
          }
        }
      })
  }

  /// All observers share one row; each of them receives each transaction.
  private static func fanOut() -> Workload {
    let rounds = 100
    let stage = Stage<Person>(count: observers, rows: 1)
    return Workload(
      name: .storeFanOut, subject: .eager, amount: rounds, unit: .perSecond,
      prove: { () throws(Failure) in
        try stage.prove(hears: observers) { stage, step in
          _ = stage.store.update { $0.merge(Person(id: "0", lastActive: step)) }
        }
      },
      run: {
        for step in stage.steps(rounds) {
          _ = stage.store.update { $0.merge(Person(id: "0", lastActive: step)) }
        }
      })
  }
}

extension WatchedPerson {
  static func willChange(from older: Self?, to newer: Self?, fields: Fields) -> Bool {
    newer?.lastActive != -1
  }
}

/// A store with observed rows, and a count of the notifications.
private final class Stage<Row: StoredModel>: Sendable where Row.ID == String {
  let store = ModelStore(undoLimit: 0)
  let ids: [String]
  private let heard = Count()
  private let subscriptions: [any Disposable]
  private let step = Atomic(1)

  init(count: Int, rows: Int? = nil) {
    let ids = (0..<(rows ?? count)).map(String.init)
    self.ids = ids
    let store = store
    let heard = heard
    subscriptions = (0..<count).map { index in
      store.signal(Row.self, ids[index % ids.count], fields: .all).subscribe(value: { _ in
        heard.value.wrappingAdd(1, ordering: .relaxed)
      })
    }
  }

  /// Numbers that no earlier step used, so that each of them is a change.
  func steps(_ count: Int) -> Range<Int> {
    let start = step.wrappingAdd(count, ordering: .relaxed).oldValue
    return start..<start + count
  }

  func prove(
    hears count: Int = 1, _ change: (Stage, Int) -> Void
  ) throws(Failure) {
    for number in steps(3) {
      let before = heard.value.load(ordering: .relaxed)
      change(self, number)
      guard heard.value.load(ordering: .relaxed) - before == count else {
        throw Failure("a transaction was not heard by \(count) observers")
      }
    }
  }
}

private final class Count: Sendable {
  let value = Atomic(0)
}
