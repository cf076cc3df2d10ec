import Signals

/// An observer of some fields of one row.
///
/// The row retains the observer, and the observer's subscription retains the row, until it is
/// disposed of or the store is released.
final class RowObserver<M: StoredModel>: ListMember, @unchecked Sendable {
  // `@unchecked Sendable` is correct because the publication lock guards the variables, and the
  // number is constant once the observer is in its list.
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

  /// Sends the first value, then what arrived meanwhile.
  func start(with value: M?) {
    observer.send(value)
    opening.open { observer.send($0) }
  }
}
