import Signals

/// An observer of the changes of one type.
class TableObserver<M: StoredModel>: ListMember, @unchecked Sendable {
  // `@unchecked Sendable` is correct because the publication lock guards the variables.
  @exclusivity(unchecked) var slot = -1
  /// The transactions that the rows it began with include.
  @exclusivity(unchecked) var since: UInt64 = 0

  /// Receives the changes of each transaction, in commit order.
  func receive(_ changes: TableChanges<M>, _ sequence: UInt64) {}
}

extension StoreCore {
  /// Registers an observer, and begins it with the rows as of then.
  func attach<M: StoredModel>(
    _ observer: TableObserver<M>, matching match: ModelIndexMatch? = nil,
    start: ([HeldModel<M>]) -> Void
  ) -> any Disposable {
    let table = table(M.self)
    // No transaction may commit between the read of persistence and the start of the observation.
    if table.persisted != nil { gate.enter() }
    let read = readRows(of: table, matching: match)
    let rows = publication.withLock { publication in
      observer.since = publication.sequence
      table.lists.append(observer)
      return table.heldModels
    }
    if table.persisted != nil { gate.leave() }
    start(rows)
    withExtendedLifetime(read) {}
    return AnyDisposable { [weak observer] in
      guard let observer else { return }
      self.publication.withLock { _ in table.lists.remove(observer) }
    }
  }

  /// Loads the persisted rows of a table into memory, where they stay while the result is held.
  private func readRows<M: StoredModel>(
    of table: Table<M>, matching match: ModelIndexMatch?
  ) -> [Row<M>] {
    guard let persisted = table.persisted else { return [] }
    return persisted.readAll(matching: match).map { id, model in
      let row = table.row(id)
      row.fill(model, publication)
      return row
    }
  }
}
