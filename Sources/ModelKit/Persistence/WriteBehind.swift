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
    let isDue = state.withLock { state in
      for change in changes where change.keep() { state.isDirty = true }
      guard state.isDirty, !state.isScheduled else { return false }
      state.isScheduled = true
      return true
    }
    if isDue { scheduler.schedule { self.writeScheduled() } }
  }

  /// Writes the pending changes; returns when they are in the database.
  func flush() throws(ModelPersistenceError) {
    try writer.withLock { _ throws(ModelPersistenceError) in
      let tables = state.withLock { state in
        state.isDirty = false
        for table in state.tables { table.beginWriting() }
        return state.tables
      }
      let writes = tables.flatMap { $0.encodeWrites() }
      do throws(ModelPersistenceError) {
        if !writes.isEmpty { try persistence.apply(writes) }
        endWriting(isWritten: true)
      } catch {
        endWriting(isWritten: false)
        throw error
      }
    }
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
