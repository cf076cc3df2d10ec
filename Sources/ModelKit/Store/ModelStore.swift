public import Signals

/// One current value for each type and identifier, which everybody sees and can observe.
///
/// *Rows.* A row lives in memory exactly as long as somebody holds a `ModelRef` of it or observes it.
/// Afterwards a row of a persisted type is read back when it is next asked for; one of another type
/// is gone. *Updates.* All writes pass one queue of transactions, one at a time: partial values are
/// merged by their set fields, hooks may refuse, the differences are recorded for undo, everything
/// becomes visible at once, and hooks and observers hear what changed. *Reading* never waits for a
/// transaction. *Order.* Everybody hears of transactions in the order in which they were committed.
/// *Threads.* Every function may be called from any thread. Observers hear on the thread of the
/// update, or on that of another one that is delivering at the moment; they may update, subscribe and
/// dispose, and such updates are heard after the current one.
public final class ModelStore: Sendable {
  let core: StoreCore
  private let scheduler: any Scheduler
  private let issueSubject: ReplaySubject<ModelStoreIssue, Never>

  /// Makes a store that keeps everything in memory only.
  ///
  /// - Parameters:
  ///   - undoLimit: How many groups can be undone; older ones are forgotten. 0 turns undo off.
  ///   - scheduler: Where `enqueue` runs its transactions; a queue of the store's own by default.
  public init(undoLimit: Int = 100, scheduler: (any Scheduler)? = nil) {
    core = StoreCore(tables: [:], writeBehind: nil, undoLimit: undoLimit)
    self.scheduler = scheduler ?? SerialScheduler(label: "ModelStore")
    issueSubject = ReplaySubject(capacity: 0)
  }

  /// Makes a store that keeps the rows of some types beyond its life.
  ///
  /// - Parameters:
  ///   - persistence: Where the rows are kept.
  ///   - types: The types that are kept; rows of all others live in memory only.
  ///   - undoLimit: How many groups can be undone; older ones are forgotten. 0 turns undo off.
  ///   - scheduler: Where `enqueue` runs its transactions; a queue of the store's own by default.
  ///   - writingScheduler: Where changes are written; a queue of the store's own by default.
  /// - Throws: When the tables of the types cannot be made ready.
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

  /// What goes wrong while rows are read and written; the last 100 are told to late listeners too.
  public var issues: Signal<ModelStoreIssue, Never> { issueSubject.signal }

  /// A handle on a row, which need not exist; it keeps the row in memory.
  ///
  /// A persisted row that nobody holds yet is read now.
  public func ref<M: StoredModel>(_ type: M.Type, _ id: M.ID) -> ModelRef<M> {
    ModelRef(row: core.loadedRow(type, id), core: core)
  }

  /// The current value of a row; nil when there is none.
  ///
  /// A persisted row that nobody holds is read now. Who asks often holds a `ModelRef`.
  public func value<M: StoredModel>(_ type: M.Type, _ id: M.ID) -> M? {
    core.loadedRow(type, id).value
  }

  /// Runs a transaction: all that `body` writes happens at once when it returns.
  ///
  /// When `body` throws, nothing has happened. What changes nothing is not told to anybody.
  ///
  /// - Parameters:
  ///   - label: Makes the changes of undoable types undoable, as one group with neighbours of the same
  ///     label; unlabelled transactions in between do not part them.
  ///   - body: Runs once, on this thread, while no other transaction does. It must not call the
  ///     store itself, other than to read.
  /// - Returns: What `body` returns.
  @discardableResult
  public func update<Result, Failure: Error>(
    _ label: String? = nil,
    _ body: (inout ModelTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.update(label, as: .update, body)
  }

  /// Runs a transaction soon, after all that were enqueued before it, and returns at once.
  public func enqueue(
    _ label: String? = nil, _ body: @escaping @Sendable (inout ModelTransaction) -> Void
  ) {
    scheduler.schedule { [core] in core.update(label, as: .update, body) }
  }

  /// Writes all changes so far to persistence; returns when they are safe there.
  ///
  /// - Throws: When they cannot be written; they are kept, and tried again later.
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
      rollBack()
      gate.leave()
      throw error
    }
    commit(label: label, as: kind)
    gate.leave()
    deliver()
    return result
  }
}
