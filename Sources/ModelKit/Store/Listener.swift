import Signals

/// An observer of everything of a kind: change sets, or labels for undo.
final class Listener<Value: Sendable>: ListMember, @unchecked Sendable {
  // `@unchecked Sendable` is right because the variables belong to the publication lock, and the
  // number is not changed any more once the listener stands in its list.
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

  /// Sends the first value, if there is one, and what came meanwhile.
  func start(with value: Value?) {
    if let value { observer.send(value) }
    opening.open { observer.send($0) }
  }
}
