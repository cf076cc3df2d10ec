public import Signals

/// One current value for each type and identifier, shared and observable.
///
/// *Rows.* A row stays in memory exactly as long as a `ModelRef` or an observation retains it.
/// Afterwards a row of a persisted type is read back on the next access; a row of another type is
/// gone. *Updates.* All writes pass one queue of transactions, one at a time: partial values are
/// merged by their set fields, hooks may refuse, the differences are recorded for undo, all changes
/// become visible at once, and hooks and observers are notified. *Reading* never waits for a
/// transaction. *Order.* All observers are notified of transactions in commit order. *Threads.*
/// Every function may be called from any thread. Observers are called on the thread of the update,
/// or on that of another update that is delivering at the moment. They may update, subscribe and
/// dispose; such updates are delivered after the current one.
public final class ModelStore: Sendable {
  let core: StoreCore
  private let scheduler: any Scheduler
  private let issueSubject: ReplaySubject<ModelStoreIssue, Never>

  /// Makes a store that keeps everything in memory only.
  ///
  /// - Parameters:
  ///   - undoLimit: How many groups can be undone; older ones are dropped. 0 turns undo off.
  ///   - scheduler: Where `enqueue` runs its transactions; by default the store's own queue.
  public init(undoLimit: Int = 100, scheduler: (any Scheduler)? = nil) {
    core = StoreCore(tables: [:], writeBehind: nil, undoLimit: undoLimit)
    self.scheduler = scheduler ?? SerialScheduler(label: "ModelStore")
    issueSubject = ReplaySubject(capacity: 0)
  }

  /// Makes a store that persists the rows of some types.
  ///
  /// - Parameters:
  ///   - persistence: Where the rows are stored.
  ///   - types: The persisted types; rows of all others live in memory only.
  ///   - undoLimit: How many groups can be undone; older ones are dropped. 0 turns undo off.
  ///   - scheduler: Where `enqueue` runs its transactions; by default the store's own queue.
  ///   - writingScheduler: Where changes are written; by default the store's own queue.
  /// - Throws: If the tables of the types cannot be prepared.
  public init(
    persistence: any ModelPersistence, of types: [any StoredModel.Type], undoLimit: Int = 100,
    scheduler: (any Scheduler)? = nil, writingScheduler: (any Scheduler)? = nil
  ) throws(ModelPersistenceError) {
    issueSubject = ReplaySubject(capacity: 100)
    self.scheduler = scheduler ?? SerialScheduler(label: "ModelStore")
    let writeBehind = WriteBehind(
      persistence, on: writingScheduler ?? SerialScheduler(label: "ModelStore.writing"),
      issues: issueSubject)
    var tables: [ObjectIdentifier: AnyTable] = [:]
    for type in types {
      try persistence.prepare(type.schema)
      tables[ObjectIdentifier(type)] = Self.makeTable(type, writeBehind)
    }
    core = StoreCore(tables: tables, writeBehind: writeBehind, undoLimit: undoLimit)
  }

  deinit {
    core.close()
  }

  /// Failures to read and write rows; the last 100 are replayed to late subscribers.
  public var issues: Signal<ModelStoreIssue, Never> { issueSubject.signal }

  /// A handle for a row, which need not exist; it keeps the row in memory.
  ///
  /// A persisted row that is not in memory is read now.
  public func ref<M: StoredModel>(_ type: M.Type, _ id: M.ID) -> ModelRef<M> {
    ModelRef(row: core.loadedRow(type, id), core: core)
  }

  /// Takes over models that the caller has read from a store of its own; returns handles for their rows.
  ///
  /// Like rows that persistence has read, they are there without a change: nothing can be undone, and nobody
  /// is told. That takes a small part of the work of a transaction. While rows of these identifiers are in
  /// memory already, or lists of the type are observed, a transaction replaces them all.
  ///
  /// - Parameter models: Models of a type without hooks that this store does not persist, each identifier
  ///   once.
  public func preload<M: StoredModel>(_ models: [M]) -> [ModelRef<M>] where M.Veto == Never {
    let table = core.table(M.self)
    precondition(table.persisted == nil, "the store itself reads the rows of persisted types")
    let rows = table.preload(models, core.publication)
    guard rows.count < models.count else { return rows.map { ModelRef(row: $0, core: core) } }
    return withExtendedLifetime(rows) {
      let refs = models.map { ref(M.self, $0.id) }
      update { transaction in
        for model in models { transaction.replace(with: model) }
      }
      return refs
    }
  }

  /// The current value of a row; nil if there is none.
  ///
  /// A persisted row that is not in memory is read now. Callers that read often should hold a
  /// `ModelRef`.
  public func value<M: StoredModel>(_ type: M.Type, _ id: M.ID) -> M? {
    core.loadedRow(type, id).value
  }

  /// Runs a transaction: all writes of `body` take effect at once when it returns.
  ///
  /// If `body` throws, nothing has changed, unless the transaction has joined one of persistence that was
  /// committed. A transaction that changes nothing is not reported.
  ///
  /// - Parameters:
  ///   - label: Makes the changes of undoable types undoable, as one group with neighbours of the
  ///     same label; unlabelled transactions in between do not split the group.
  ///   - body: Runs once, on this thread, with no other transaction running. It must not call the
  ///     store itself, except to read.
  /// - Returns: The result of `body`.
  @discardableResult
  public func update<Result, Failure: Error>(
    _ label: String? = nil,
    _ body: (inout ModelTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.update(label, as: .update, body)
  }

  /// Runs a transaction asynchronously, after all previously enqueued ones; returns at once.
  public func enqueue(
    _ label: String? = nil, _ body: @escaping @Sendable (inout ModelTransaction) -> Void
  ) {
    scheduler.schedule { [core] in core.update(label, as: .update, body) }
  }

  /// Writes all changes so far to persistence; returns when they are stored.
  ///
  /// - Throws: If they cannot be written; they are kept and retried later.
  public func flush() throws(ModelPersistenceError) {
    try core.writeBehind?.flush()
  }

  private static func makeTable<M: StoredModel>(
    _ type: M.Type, _ writeBehind: WriteBehind
  ) -> AnyTable {
    Table<M>(persisted: writeBehind.makeTable(type))
  }
}

extension StoreCore {
  func update<Result, Failure: Error>(
    _ label: String?, as kind: UndoStack.Kind,
    _ body: (inout ModelTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    gate.enter()
    var transaction = ModelTransaction(self)
    let result: Result
    do throws(Failure) {
      result = try body(&transaction)
    } catch {
      end(returned: false, label: label, as: kind)
      gate.leave()
      deliver()
      throw error
    }
    end(returned: true, label: label, as: kind)
    gate.leave()
    deliver()
    return result
  }
}
