public import Signals

extension ModelStore {
  /// A window of the rows of a type that satisfy a condition, in order, then every change of it.
  ///
  /// Like the whole list, but memory and the cost of reading depend on the size of the window, not
  /// on the number of rows. The window stays at its place: rows that enter it push out the farthest
  /// from its anchor, and rows that leave it make room for the next ones. To move it, observe
  /// another one, which reads its rows in one query:
  ///
  /// ```swift
  /// let messages = windows.flatMap(.latest) { window in
  ///   store.rows(
  ///     Message.self, matching: ModelIndexMatch("roomID", .string(room)), orderedBy: position,
  ///     window: window, where: { $0.roomID == room })
  /// }
  /// ```
  ///
  /// The subscription waits for a running transaction and must not begin inside one. For types that
  /// are not persisted, the window covers the rows held by a reference or an observation.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - match: Limits what is read from persistence; `includes` must reject all other rows.
  ///   - order: The order. The first use of a field with the field of `match` makes an index.
  ///   - window: The part of the list.
  ///   - fields: The fields whose change is reported as an update when the row does not move.
  ///   - includes: Whether a row is in the list; called on any thread. Rows that match but are not
  ///     included are read as well.
  public func list<M: StoredModel>(
    _ type: M.Type, matching match: ModelIndexMatch? = nil, orderedBy order: ModelOrder<M>,
    window: ModelWindow, fields: M.Fields = .all,
    where includes: @escaping @Sendable (M) -> Bool = { _ in true }
  ) -> Signal<ModelListChange<M>, Never> {
    let query = WindowQuery(
      match: match, order: order, window: window, includes: includes, fields: fields)
    return Signal { [core] in core.observe(query, $0) }
  }

  /// A window of an ordered list, now and after every transaction that changes it.
  public func rows<M: StoredModel>(
    _ type: M.Type, matching match: ModelIndexMatch? = nil, orderedBy order: ModelOrder<M>,
    window: ModelWindow, fields: M.Fields = .all,
    where includes: @escaping @Sendable (M) -> Bool = { _ in true }
  ) -> Signal<[M], Never> {
    list(
      type, matching: match, orderedBy: order, window: window, fields: fields, where: includes
    ).wholeLists()
  }
}

extension Signal {
  /// The lists that the changes lead to.
  func wholeLists<M: StoredModel>() -> Signal<[M], Failure> where Value == ModelListChange<M> {
    scan([]) { models, change in
      var models = models
      change.apply(to: &models)
      return models
    }
  }
}

extension StoreCore {
  fileprivate func observe<M: StoredModel>(
    _ query: WindowQuery<M>, _ observer: Observer<ModelListChange<M>, Never>
  ) -> any Disposable {
    let window = WindowObserver(query, in: self, observer)
    window.start()
    return AnyDisposable { [weak window] in
      guard let window else { return }
      self.publication.withLock { _ in self.table(M.self).lists.remove(window) }
    }
  }
}
