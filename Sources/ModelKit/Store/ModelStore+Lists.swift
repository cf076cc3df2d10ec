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

  /// All rows of a type in no particular order, then what each transaction changes in them.
  ///
  /// For observers that sort, count or filter themselves: nothing is sorted, and a change costs the
  /// same however many rows there are. The first value arrives before `subscribe` returns. As with
  /// lists, a subscription to a persisted type examines all rows and must not begin inside a
  /// transaction; but it keeps no row in memory, so rows that nothing else holds can end unreported
  /// unless their type is persisted.
  public func all<M: StoredModel>(_ type: M.Type) -> Signal<ModelSetChange<M>, Never> {
    Signal { [core] observer in
      let set = SetObserver<M>(observer)
      return core.attach(set) { set.start(with: $0) }
    }
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
    let list = ListObserver(query, observer)
    return attach(list, matching: query.match) { list.start(with: $0) }
  }
}
