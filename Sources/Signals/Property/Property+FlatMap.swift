/// How `Property.flatMap` goes from one inner property to the next.
public enum PropertyFlattenStrategy: Sendable {
  /// The value is that of the inner property made last.
  case latest
}

extension Property {
  private static func flattened<Source>(
    _ outer: Property<Source>, isEqual: ((Value, Value) -> Bool)?,
    _ transform: @escaping (Source) -> Property<Value>
  ) -> Property {
    var inner = transform(outer.value)
    var seen = (outer: outer.core.version, inner: UInt64(0))
    let core = PropertyCore(inner.value, isEqual: isEqual)
    seen.inner = inner.core.version
    core.setDerivation { [weak core] in
      outer.core.refresh()
      var isSwitched = false
      if outer.core.version != seen.outer, let core {
        seen.outer = outer.core.version
        inner.core.removeDependent(core)
        inner = transform(outer.core.stored)
        inner.core.addDependent(core)
        isSwitched = true
      }
      inner.core.refresh()
      guard isSwitched || inner.core.version != seen.inner else { return nil }
      seen.inner = inner.core.version
      return inner.core.stored
    }
    outer.core.addDependent(core)
    inner.core.addDependent(core)
    return Property(core: core)
  }

  /// The value of the property that `transform` makes of the current value.
  ///
  /// The inner property is kept alive while it is the latest one.
  public final func flatMap<Output>(
    _ strategy: PropertyFlattenStrategy, _ transform: @escaping (Value) -> Property<Output>
  ) -> Property<Output> {
    .flattened(self, isEqual: nil, transform)
  }

  /// The value of the property that `transform` makes of the current value, told when it differs.
  public final func flatMap<Output: Equatable>(
    _ strategy: PropertyFlattenStrategy, _ transform: @escaping (Value) -> Property<Output>
  ) -> Property<Output> {
    .flattened(self, isEqual: { $0 == $1 }, transform)
  }
}
