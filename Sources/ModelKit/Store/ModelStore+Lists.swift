public import Signals

extension ModelStore {
  /// The rows of a type that satisfy a condition, in order, then every change of that list.
  ///
  /// The first value is the whole list and arrives before `subscribe` returns. The others are
  /// edits, one value for each transaction that changes the list. The subscription keeps the rows
  /// of the list in memory. For a persisted type all rows are examined, so the subscription waits
  /// for a running transaction and must not begin inside one. For other types the list covers the
  /// rows held by a reference, and those that later transactions insert.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - match: Limits what is read from persistence; `includes` must reject all other rows.
  ///   - fields: The fields whose change is reported as an update when the row does not move.
  ///   - includes: Whether a row is in the list; called on any thread.
  ///   - precedes: A strict order; called on any thread. Rows that are equal under it are sorted by
  ///     the texts of their identifiers.
  public func list<M: StoredModel>(
    _ type: M.Type, matching match: ModelIndexMatch? = nil, fields: M.Fields = .all,
    where includes: @escaping @Sendable (M) -> Bool = { _ in true },
    by precedes: @escaping @Sendable (M, M) -> Bool
  ) -> Signal<ModelListChange<M>, Never> {
    let query = ListQuery(match: match, includes: includes, precedes: precedes, fields: fields)
    return Signal { [core] in core.observe(query, $0) }
  }

  /// All rows of a type in the order of their identifiers' texts, then every change of that list.
  public func list<M: StoredModel>(_ type: M.Type) -> Signal<ModelListChange<M>, Never> {
    let query = ListQuery<M>(match: nil, includes: { _ in true }, precedes: nil, fields: .all)
    return Signal { [core] in core.observe(query, $0) }
  }

  /// The whole list, now and after every transaction that changes it; use it for short lists.
  public func rows<M: StoredModel>(
    _ type: M.Type, matching match: ModelIndexMatch? = nil, fields: M.Fields = .all,
    where includes: @escaping @Sendable (M) -> Bool = { _ in true },
    by precedes: @escaping @Sendable (M, M) -> Bool
  ) -> Signal<[M], Never> {
    list(type, matching: match, fields: fields, where: includes, by: precedes).wholeLists()
  }
}

extension StoreCore {
  fileprivate func observe<M: StoredModel>(
    _ query: ListQuery<M>, _ observer: Observer<ModelListChange<M>, Never>
  ) -> any Disposable {
    let table = table(M.self)
    let list = ListObserver(query, observer)
    // No transaction may commit between the read of persistence and the start of the observation.
    if table.persisted != nil { gate.enter() }
    let read = readRows(of: table, matching: query.match)
    let rows = publication.withLock { publication in
      list.since = publication.sequence
      table.lists.append(list)
      return table.heldRows.map { ($0, $0.box) }
    }
    if table.persisted != nil { gate.leave() }
    list.start(with: rows.compactMap { row, box in box.map { (row, $0) } })
    withExtendedLifetime(read) {}
    return AnyDisposable { [weak list] in
      guard let list else { return }
      self.publication.withLock { _ in table.lists.remove(list) }
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
