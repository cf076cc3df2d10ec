/// A value that can be read and observed, on the main actor.
///
/// Values that can be compared are told only when they differ from the last one told. A property
/// that is derived from others keeps them alive; they do not keep it alive. All observers are told
/// the same values in the same order, after every derived property has settled; what an observer
/// sets is told after the current change, without recursion.
@MainActor
public class Property<Value> {
  @usableFromInline final let core: PropertyCore<Value>
  final private(set) lazy var lifetime = Lifetime()

  @usableFromInline
  init(core: PropertyCore<Value>) {
    self.core = core
  }

  // What the nodes hold goes on the main actor, whoever lets go of the property.
  isolated deinit {
    core.graph.release(core)
  }

  /// A property that never changes.
  public convenience init(_ constant: Value) {
    self.init(core: PropertyCore(constant, .none))
  }

  /// The current value, computed from the sources when one of them has changed.
  @inlinable public var value: Value {
    core.value
  }

  /// Calls `body` with the current value now and with each new one until disposed of.
  ///
  /// It is called on the main actor and never inside another change: what `body` sets is told after
  /// it. The disposable, which may be disposed of on any thread, keeps the property alive. Losing it
  /// does not end the observation, but a derived property that nobody keeps goes, and its
  /// observations with it. `fileID` and `line` say where the call stands, for `SignalTrace`; leave
  /// them out.
  @inlinable
  public final func observe(
    _ body: @escaping @MainActor (Value) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let body = SignalTrace.isEnabled ? SignalTrace.counting(body, fileID, line) : body
    return PropertyObservation(core.observe(body), of: self)
  }
}
