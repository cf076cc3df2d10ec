import Signals

/// An observer of some fields of one row.
///
/// The row holds the observer, and the observer's subscription the row, until it is disposed of or
/// the store goes.
final class RowObserver<M: StoredModel>: ListMember, @unchecked Sendable {
  // `@unchecked Sendable` is right because the variables belong to the publication lock, and the
  // number is not changed any more once the observer stands in its list.
  @exclusivity(unchecked) var slot = -1
  @exclusivity(unchecked) var since: UInt64 = 0
  private let fields: M.Fields
  private let observer: Observer<M?, Never>
  private let opening = Opening<M?>()

  init(fields: M.Fields, observer: Observer<M?, Never>) {
    self.fields = fields
    self.observer = observer
  }

  func receive(_ change: ModelChange<M>, _ sequence: UInt64) {
    guard change.fields.intersects(fields), sequence > since else { return }
    if opening.admits(change.after) { observer.send(change.after) }
  }

  /// Sends the first value and what came meanwhile.
  func start(with value: M?) {
    observer.send(value)
    opening.open { observer.send($0) }
  }
}
