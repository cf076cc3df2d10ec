import Signals

/// An observer of all change sets or of all undo labels.
final class Listener<Value: Sendable>: ListMember, @unchecked Sendable {
  // `@unchecked Sendable` is correct because the publication lock guards the variables, and the
  // number is constant once the listener is in its list.
  @exclusivity(unchecked) var slot = -1
  @exclusivity(unchecked) var since: UInt64 = 0
  private let observer: Observer<Value, Never>
  private let opening = Opening<Value>()

  init(_ observer: Observer<Value, Never>) {
    self.observer = observer
  }

  func receive(_ value: Value, _ sequence: UInt64) {
    if sequence > since, opening.admits(value) { observer.send(value) }
  }

  /// Sends the first value, if there is one, then what arrived meanwhile.
  func start(with value: Value?) {
    if let value { observer.send(value) }
    opening.open { observer.send($0) }
  }
}
