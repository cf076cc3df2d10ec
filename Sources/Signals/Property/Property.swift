/// A value that can be read and observed, on the main actor.
///
/// Values that can be compared are told only when they differ from the last one told. A property
/// that is derived from others keeps them alive; they do not keep it alive. All observers are told
/// the same values in the same order, after every derived property has settled; what an observer
/// sets is told after the current change, without recursion.
@MainActor
public class Property<Value> {
  final let core: PropertyCore<Value>
  final let lifetime = Lifetime()

  init(core: PropertyCore<Value>) {
    self.core = core
  }

  /// A property that never changes.
  public convenience init(_ constant: Value) {
    self.init(core: PropertyCore(constant, isEqual: nil))
  }

  /// The current value, computed from the sources when one of them has changed.
  public var value: Value {
    core.value
  }

  /// Calls `body` with the current value now and with each new one until disposed of.
  ///
  /// The disposable keeps the property alive. Losing it does not end the observation, but a derived
  /// property that nobody keeps goes, and its observations with it.
  public final func observe(_ body: @escaping @MainActor (Value) -> Void) -> any Disposable {
    PropertyObservation(core.observe(body), of: self)
  }
}
