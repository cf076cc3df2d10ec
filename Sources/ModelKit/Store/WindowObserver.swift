import Signals

/// An observer of a window of an ordered list; it retains the rows in the window.
final class WindowObserver<M: StoredModel>: TableObserver<M>, @unchecked Sendable {
  // `@unchecked Sendable` is correct because the variables belong to the subscriber's thread until
  // `opening` is open, then to the delivering thread.

  /// The changes of one transaction.
  private struct News {
    let changes: TableChanges<M>
    let sequence: UInt64
  }

  private let query: WindowQuery<M>
  private let core: StoreCore
  private let observer: Observer<ModelListChange<M>, Never>
  private let opening = Opening<News>()
  @exclusivity(unchecked) private var window: WindowRows<M>
  @exclusivity(unchecked) private var rows: [M.ID: Row<M>] = [:]

  init(
    _ query: WindowQuery<M>, in core: StoreCore, _ observer: Observer<ModelListChange<M>, Never>
  ) {
    self.query = query
    self.core = core
    self.observer = observer
    window = WindowRows([], of: query)
  }

  /// Sends the window as of now, then what arrives from now on.
  func start() {
    read { core.table(M.self).lists.append(self) }
    observer.send(.all(window.entries.map(\.value)))
    opening.open { tell($0) }
  }

  override func receive(_ changes: TableChanges<M>, _ sequence: UInt64) {
    let news = News(changes: changes, sequence: sequence)
    if opening.admits(news) { tell(news) }
  }

  private func tell(_ news: News) {
    guard news.sequence > since else { return }
    let older = window.entries
    switch window.applying(news.changes.changes) {
    case .same: return
    case .changed(let newer):
      window = newer
      hold()
    case .incomplete: read {}
    }
    let edits = WindowEdits(
      from: older, to: window.entries, in: query.order, fields: query.fields
    ).edits
    if !edits.isEmpty { observer.send(.edits(edits)) }
  }

  /// Reads the window; the result includes all transactions up to now.
  ///
  /// - Parameter body: Called with the publication lock held, at the moment of the result.
  private func read(_ body: () -> Void) {
    // No transaction may commit between the read of persistence and that of the sequence.
    core.gate.enter()
    let result = core.windowRows(of: query)
    core.publication.withLock { publication in
      since = publication.sequence
      body()
    }
    core.gate.leave()
    window = result.window
    hold()
    withExtendedLifetime(result.read) {}
  }

  private func hold() {
    let table = core.table(M.self)
    var held: [M.ID: Row<M>] = [:]
    for entry in window.entries {
      held[entry.value.id] = rows[entry.value.id] ?? table.row(entry.value.id)
    }
    rows = held
  }
}

extension StoreCore {
  /// The rows of a window now, and those that it has read, which stay in memory with the result.
  ///
  /// The caller is in the gate.
  fileprivate func windowRows<M: StoredModel>(
    of query: WindowQuery<M>
  ) -> (window: WindowRows<M>, read: [Row<M>]) {
    let table = table(M.self)
    guard let persisted = table.persisted else {
      let values = table.heldRows.compactMap(\.value)
      return (WindowRows(query.entries(values), of: query), [])
    }
    let unwritten = persisted.unwritten
    var values = unwritten.values.compactMap(\.self)
    for (read, limit) in query.reads {
      var missing = limit
      persisted.forEach(read) { model in
        guard unwritten[model.id] == nil, query.includes(model) else { return true }
        values.append(model)
        missing -= 1
        return missing > 0
      }
    }
    let window = WindowRows(query.entries(values), of: query)
    return (window, window.entries.map { fill($0.value, in: table) })
  }

  private func fill<M: StoredModel>(_ model: M, in table: Table<M>) -> Row<M> {
    let row = table.row(model.id)
    row.fill(model, publication)
    return row
  }
}

extension WindowQuery {
  fileprivate func entries(_ models: [M]) -> [WindowEntry<M>] {
    models.filter(includes).map(entry)
  }
}
