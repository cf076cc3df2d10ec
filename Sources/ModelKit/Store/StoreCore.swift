import Signals

/// The state that a store, its transactions and its handles share.
final class StoreCore: @unchecked Sendable {
  // `@unchecked Sendable` is correct because the update gate guards the variables.
  let gate = UpdateGate()
  let publication = Lock(Publication())
  let writeBehind: WriteBehind?
  private let tables: Lock<[ObjectIdentifier: AnyTable]>
  /// Tables that the transaction wrote to.
  @exclusivity(unchecked) var touched: [AnyTable] = []
  /// The transaction of persistence that this one is part of.
  @exclusivity(unchecked) var joined: (any JoinableTransaction)?
  @exclusivity(unchecked) var undo: UndoStack

  init(tables: [ObjectIdentifier: AnyTable], writeBehind: WriteBehind?, undoLimit: Int) {
    self.tables = Lock(tables)
    self.writeBehind = writeBehind
    undo = UndoStack(limit: undoLimit)
  }

  func table<M: StoredModel>(_ type: M.Type) -> Table<M> {
    let key = ObjectIdentifier(type)
    let table = tables.withLock { tables -> AnyTable in
      if let table = tables[key] { return table }
      let table = Table<M>(persisted: nil)
      tables[key] = table
      return table
    }
    return unsafeDowncast(table, to: Table<M>.self)
  }

  /// The row of an identifier, read from persistence if necessary.
  func loadedRow<M: StoredModel>(_ type: M.Type, _ id: M.ID) -> Row<M> {
    let row = table(type).row(id)
    row.load(publication)
    return row
  }

  /// Ends a transaction as the joined one has ended or, without one, as its closure has.
  ///
  /// The caller is in the gate, leaves it afterwards and then calls `deliver()`.
  func end(returned: Bool, label: String?, as kind: UndoStack.Kind) {
    if joined?.isCommitted ?? returned { commit(label: label, as: kind) } else { rollBack() }
  }

  /// Publishes the writes of the transaction, atomically for all readers, and queues their
  /// delivery.
  ///
  /// The caller is in the gate, leaves it afterwards and then calls `deliver()`.
  func commit(label: String?, as kind: UndoStack.Kind) {
    var changes: [AnyTableChanges] = []
    for table in touched {
      if let change = table.takeChanges() { changes.append(change) }
    }
    touched.removeAll(keepingCapacity: true)
    let labels = undo.record(changes, label: label, as: kind)
    if joined == nil {
      guard !changes.isEmpty || labels != nil else { return }
      writeBehind?.add(changes)
    } else {
      leaveJoined(isWritten: true)
      guard !changes.isEmpty || labels != nil else { return }
    }
    // Released after the lock is released.
    var old: [AnyObject?] = []
    publication.withLock { publication in
      for change in changes { change.publish(&old) }
      publication.sequence += 1
      if let labels { publication.undoLabels = labels }
      guard isHeard(changes, labels, publication) else { return }
      publication.deliveries.append(
        Delivery(
          sequence: publication.sequence, label: label, tables: changes, undoLabels: labels))
    }
    withExtendedLifetime(old) {}
  }

  /// Discards the writes of the transaction.
  func rollBack() {
    for table in touched { table.rollBack() }
    touched.removeAll(keepingCapacity: true)
    if joined != nil { leaveJoined(isWritten: false) }
  }

  private func leaveJoined(isWritten: Bool) {
    joined = nil
    writeBehind?.endJoining(isWritten: isWritten)
  }

  /// Delivers the committed transactions, unless another call is already doing so.
  func deliver() {
    while true {
      let deliveries = publication.withLock { publication -> [Delivery] in
        guard !publication.isDelivering, !publication.deliveries.isEmpty else { return [] }
        publication.isDelivering = true
        defer { publication.deliveries = [] }
        return publication.deliveries
      }
      if deliveries.isEmpty { return }
      for delivery in deliveries { delivery.deliver(publication) }
      publication.withLock { $0.isDelivering = false }
    }
  }

  /// Ends all observations without an event: no writer is left.
  func close() {
    let tables = tables.withLock { Array($0.values) }
    let removed = publication.withLock { publication -> [AnyObject] in
      let listeners: [AnyObject] =
        publication.changeObservers.removeAll() + publication.undoObservers.removeAll()
      return tables.reduce(into: listeners) { $0 += $1.removeObservers() }
    }
    withExtendedLifetime(removed) {}
  }

  private func isHeard(
    _ changes: [AnyTableChanges], _ labels: UndoLabels?, _ publication: Publication
  ) -> Bool {
    !publication.changeObservers.isEmpty || (labels != nil && !publication.undoObservers.isEmpty)
      || changes.contains { $0.isHeard }
  }
}
