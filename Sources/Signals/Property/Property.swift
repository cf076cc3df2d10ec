/// A value that can be read and observed, on the main actor.
///
/// A property of comparable values notifies only when the value differs from the last one
/// delivered. A derived property keeps its sources alive; they do not keep it alive. All observers
/// receive the same values in the same order, after every derived property has settled. A value
/// that an observer sets is delivered after the current change, without recursion.
@MainActor
public class Property<Value> {
  @usableFromInline final let core: PropertyCore<Value>
  final private(set) lazy var lifetime = Lifetime()

  @usableFromInline
  init(core: PropertyCore<Value>) {
    self.core = core
  }

  // The nodes must release what they hold on the main actor, whichever thread releases the
  // property.
  isolated deinit {
    core.graph.release(core)
  }

  /// A property that never changes.
  public convenience init(_ constant: Value) {
    self.init(core: PropertyCore(constant, .none))
  }

  /// The current value, recomputed from the sources if one of them has changed.
  @inlinable public var value: Value {
    core.value
  }

  /// The number of the current value: while it stays the same, so does the value.
  ///
  /// A cache of what is made from the value compares it instead of the value.
  @inlinable public final var version: UInt64 {
    core.bringUpToDate()
    return core.version
  }

  /// Calls `body` with the current value now and with each new one until disposed of.
  ///
  /// It is called on the main actor and never inside another change: a value that `body` sets is
  /// delivered afterwards. The disposable may be disposed of on any thread and keeps the property
  /// alive. Releasing it does not end the observation, but a derived property that nothing retains
  /// is released together with its observations. `fileID` and `line` record the call site for
  /// `SignalTrace`; leave them out.
  @inlinable
  public final func observe(
    _ body: @escaping @MainActor (Value) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let body = SignalTrace.isEnabled ? SignalTrace.counting(body, fileID, line) : body
    return PropertyObservation(core.observe(body), of: self)
  }
}
