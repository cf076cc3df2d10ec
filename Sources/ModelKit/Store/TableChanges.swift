import Signals

/// The changes of a transaction to the rows of one type.
class AnyTableChanges: @unchecked Sendable {
  // `@unchecked Sendable` is correct because subclasses hold constants only; an open class cannot
  // declare checked conformance.
  var count: Int { 0 }
  var modelType: any StoredModel.Type { preconditionFailure("subclasses name their model") }

  /// Makes the new values current.
  ///
  /// The caller holds the publication lock.
  ///
  /// - Parameter old: Receives the previous contents of the rows, to release outside the lock.
  func publish(_ old: inout [AnyObject?]) {}

  /// Queues the new values for writing.
  ///
  /// The caller holds the lock of `WriteBehind`.
  ///
  /// - Returns: Whether the type is persisted.
  func keep() -> Bool { false }

  /// The undo record; nil for types that cannot be undone.
  func makeUndoRecord() -> AnyUndoRecord? { nil }

  /// Whether there is a hook, an observer or a list to notify.
  ///
  /// The caller holds the publication lock.
  var isHeard: Bool { false }

  func callHooks() {}
  func deliverToRows(_ sequence: UInt64, _ publication: Lock<Publication>) {}
  func deliverToLists(_ sequence: UInt64, _ publication: Lock<Publication>) {}
}

final class TableChanges<M: StoredModel>: AnyTableChanges, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason: constants only.
  let table: Table<M>
  let changes: [ModelChange<M>]
  let rows: [Row<M>]

  init(table: Table<M>, changes: [ModelChange<M>], rows: [Row<M>]) {
    self.table = table
    self.changes = changes
    self.rows = rows
  }

  override var count: Int { changes.count }
  override var modelType: any StoredModel.Type { M.self }

  override func publish(_ old: inout [AnyObject?]) {
    for index in 0..<rows.count { old.append(rows[index].publish(changes[index].after)) }
  }

  override func keep() -> Bool {
    guard let persisted = table.persisted else { return false }
    for index in rows.indices where !rows[index].isUnreadable {
      persisted.pending.updateValue(changes[index].after, forKey: changes[index].id)
    }
    return true
  }

  override func makeUndoRecord() -> AnyUndoRecord? {
    table.undo?.record(changes)
  }

  override var isHeard: Bool {
    if table.hooks != nil || !table.lists.isEmpty { return true }
    for index in 0..<rows.count where !rows[index].observers.isEmpty { return true }
    return false
  }

  override func callHooks() {
    guard let hooks = table.hooks else { return }
    for index in 0..<changes.count { hooks.didChange(changes[index]) }
  }

  override func deliverToRows(_ sequence: UInt64, _ publication: Lock<Publication>) {
    for index in 0..<rows.count {
      let observers = publication.withLock { _ in rows[index].observers.members }
      for place in 0..<observers.count { observers[place]?.receive(changes[index], sequence) }
    }
  }

  override func deliverToLists(_ sequence: UInt64, _ publication: Lock<Publication>) {
    let lists = publication.withLock { _ in table.lists.members }
    for place in 0..<lists.count { lists[place]?.receive(self, sequence) }
  }
}
