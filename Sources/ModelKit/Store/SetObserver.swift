import Signals

/// An observer of all rows of a type; it keeps no list, no order and no row.
final class SetObserver<M: StoredModel>: TableObserver<M>, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason.
  private let observer: Observer<ModelSetChange<M>, Never>
  private let opening = Opening<TableChanges<M>>()

  init(_ observer: Observer<ModelSetChange<M>, Never>) {
    self.observer = observer
  }

  /// Sends the rows as of the beginning, then what arrived meanwhile.
  func start(with rows: [HeldModel<M>]) {
    var values: [M] = []
    values.reserveCapacity(rows.count)
    for index in 0..<rows.count { values.append(rows[index].box.value) }
    observer.send(.all(values))
    opening.open { tell($0) }
  }

  override func receive(_ changes: TableChanges<M>, _ sequence: UInt64) {
    if sequence > since, opening.admits(changes) { tell(changes) }
  }

  private func tell(_ changes: TableChanges<M>) { observer.send(.changes(changes.changes)) }
}
