public import Signals

extension ModelStore {
  /// The value of a row now, and then whenever one of the fields has changed.
  ///
  /// Changes of other fields are not reported. Insertion and deletion change all fields. The value
  /// is nil while there is no such row. The first value arrives before `subscribe` returns. The
  /// subscription keeps the row in memory.
  public func signal<M: StoredModel>(
    _ type: M.Type, _ id: M.ID, fields: M.Fields = .all
  ) -> Signal<M?, Never> {
    core.signal(fields) { [core] in core.loadedRow(type, id) }
  }

  /// The changes of each transaction from now on, one value per transaction that changes something.
  public var changes: Signal<ModelChangeSet, Never> {
    Signal { [core] observer in
      core.listen(\.changeObservers, observer) { _ in nil }
    }
  }

  /// What can be undone and redone now, and then whenever that changes.
  public var undoLabels: Signal<UndoLabels, Never> {
    Signal { [core] observer in
      core.listen(\.undoObservers, observer) { $0.undoLabels }
    }
  }
}

extension StoreCore {
  func signal<M: StoredModel>(
    _ fields: M.Fields, _ row: @escaping @Sendable () -> Row<M>
  ) -> Signal<M?, Never> {
    Signal { observer in
      let row = row()
      row.load(self.publication)
      let rowObserver = RowObserver<M>(fields: fields, observer: observer)
      let value = self.publication.withLock { publication in
        rowObserver.since = publication.sequence
        row.observers.append(rowObserver)
        return row.value
      }
      rowObserver.start(with: value)
      // The row retains the observer, which therefore ends with the store; the disposal retains the
      // row.
      return AnyDisposable { [weak rowObserver] in
        guard let rowObserver else { return }
        self.publication.withLock { _ in row.observers.remove(rowObserver) }
      }
    }
  }

  /// Adds a listener to one of the lists, and sends it a first value if there is one.
  func listen<Value: Sendable>(
    _ list: any WritableKeyPath<Publication, MemberList<Listener<Value>>> & Sendable,
    _ observer: Observer<Value, Never>, first: (Publication) -> Value?
  ) -> any Disposable {
    let listener = Listener(observer)
    let value = publication.withLock { publication in
      listener.since = publication.sequence
      publication[keyPath: list].append(listener)
      return first(publication)
    }
    listener.start(with: value)
    return AnyDisposable { [weak listener] in
      guard let listener else { return }
      self.publication.withLock { $0[keyPath: list].remove(listener) }
    }
  }
}
