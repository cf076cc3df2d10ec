/// A property that can be set.
///
/// A set outside `batch` is a batch of one: derived properties settle, then observers are notified.
@MainActor
public final class MutableProperty<Value>: Property<Value> {
  @inlinable
  init(_ value: Value, _ comparison: Comparison<Value>) {
    super.init(core: PropertyCore(value, comparison))
  }

  /// Makes a property with its first value.
  @inlinable
  public convenience init(_ value: Value) {
    self.init(value, .none)
  }

  /// The current value; setting it is a change by itself, or part of the current batch.
  @inlinable public override var value: Value {
    get { core.value }
    set { core.set(newValue) }
  }

  /// Changes the value in place, as one change, and returns what `body` returns.
  @inlinable
  public func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var value = core.value
    let result = try body(&value)
    core.set(value)
    return result
  }
}

extension MutableProperty where Value: Equatable {
  /// Makes a property that ignores a set to an equal value.
  @inlinable
  public convenience init(_ value: Value) {
    self.init(value, .equality)
  }
}
