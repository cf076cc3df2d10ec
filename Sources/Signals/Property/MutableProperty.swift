/// A property that can be set.
///
/// A set outside of `batch` is a batch of one: derived properties settle, then observers hear.
@MainActor
public final class MutableProperty<Value>: Property<Value> {
  fileprivate init(_ value: Value, isEqual: ((Value, Value) -> Bool)?) {
    super.init(core: PropertyCore(value, isEqual: isEqual))
  }

  /// Makes a property with its first value.
  public convenience init(_ value: Value) {
    self.init(value, isEqual: nil)
  }

  /// The current value.
  public override var value: Value {
    get { core.value }
    set { core.set(newValue) }
  }

  /// Changes the value in place, as one change, and returns what `body` returns.
  public func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var value = core.value
    let result = try body(&value)
    core.set(value)
    return result
  }
}

extension MutableProperty where Value: Equatable {
  /// Makes a property that ignores a set to an equal value.
  public convenience init(_ value: Value) {
    self.init(value, isEqual: { $0 == $1 })
  }
}
