import Signals

/// Writes committed changes to persistence asynchronously, on its own thread.
///
/// All changes of one transaction are written in one transaction of the database; waiting
/// transactions are written together. So a killed program loses at most the last moments, and never
/// a part of a transaction.
final class WriteBehind: Sendable {
  struct State: Sendable {
    fileprivate(set) var tables: [AnyPersistedTable] = []
    fileprivate var isScheduled = false
    fileprivate var isDirty = false
    fileprivate var retryDelay = WriteBehind.firstRetryDelay
  }

  static let firstRetryDelay = Duration.seconds(1)
  static let lastRetryDelay = Duration.seconds(60)

  let persistence: any ModelPersistence
  let issues: ReplaySubject<ModelStoreIssue, Never>
  let state = Lock(State())
  private let scheduler: any Scheduler
  private let writer = Lock(())

  init(
    _ persistence: any ModelPersistence, on scheduler: any Scheduler,
    issues: ReplaySubject<ModelStoreIssue, Never>
  ) {
    self.persistence = persistence
    self.scheduler = scheduler
    self.issues = issues
  }

  func makeTable<M: StoredModel>(_ type: M.Type) -> PersistedTable<M> {
    let table = PersistedTable<M>(self)
    state.withLock { $0.tables.append(table) }
    return table
  }

  /// Queues the changes of one transaction for writing.
  func add(_ changes: [AnyTableChanges]) {
    schedule { state in
      for change in changes where change.keep() { state.isDirty = true }
    }
  }

  /// Changes the state, and schedules a write if one is missing then.
  private func schedule(after change: (inout State) -> Void) {
    let isDue = state.withLock { state in
      change(&state)
      guard state.isDirty, !state.isScheduled else { return false }
      state.isScheduled = true
      return true
    }
    if isDue { scheduler.schedule { self.writeScheduled() } }
  }

  /// The changes that a joined transaction must write before its own, because they are older.
  ///
  /// The caller is in the gate, and nobody else writes to persistence.
  func beginJoining() -> [ModelWrite] {
    let tables = state.withLock { state in
      state.isDirty = false
      for table in state.tables { table.beginJoining() }
      return state.tables
    }
    return tables.flatMap { $0.encodeJoining() }
  }

  /// Ends what `beginJoining` began; does nothing if nothing was begun.
  func endJoining(isWritten: Bool) {
    schedule { state in
      for table in state.tables where table.endJoining(isWritten: isWritten) {
        state.isDirty = true
      }
    }
  }

  /// Writes the pending changes; returns when they are in the database.
  func flush() throws(ModelPersistenceError) {
    try writer.withLock { _ throws(ModelPersistenceError) in
      guard state.withLock({ $0.isDirty }) else { return }
      do throws(ModelPersistenceError) {
        // Taken when nobody else can write: otherwise a joined transaction could be written in between,
        // and be overwritten by what was taken before it.
        try persistence.apply(beginWriting)
        endWriting(isWritten: true)
      } catch {
        endWriting(isWritten: false)
        throw error
      }
    }
  }

  private func beginWriting() -> [ModelWrite] {
    let tables = state.withLock { state in
      state.isDirty = false
      for table in state.tables { table.beginWriting() }
      return state.tables
    }
    return tables.flatMap { $0.encodeWrites() }
  }

  private func endWriting(isWritten: Bool) {
    state.withLock { state in
      for table in state.tables { table.endWriting(isWritten: isWritten) }
      if isWritten { state.retryDelay = Self.firstRetryDelay } else { state.isDirty = true }
    }
  }

  private func writeScheduled() {
    state.withLock { $0.isScheduled = false }
    do throws(ModelPersistenceError) {
      try flush()
    } catch {
      issues.send(.writeFailed(error))
      retry()
    }
  }

  private func retry() {
    let delay = state.withLock { state -> Duration? in
      guard !state.isScheduled else { return nil }
      state.isScheduled = true
      defer { state.retryDelay = min(state.retryDelay * 2, Self.lastRetryDelay) }
      return state.retryDelay
    }
    if let delay { scheduler.schedule(after: delay) { self.writeScheduled() } }
  }
}
