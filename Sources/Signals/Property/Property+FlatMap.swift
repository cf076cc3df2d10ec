/// How `Property.flatMap` switches from one inner property to the next.
public enum PropertyFlattenStrategy: Sendable {
  /// The value is that of the most recent inner property.
  case latest
}

extension Property {
  @inlinable
  static func flattened<Source>(
    _ outer: Property<Source>, _ comparison: Comparison<Value>,
    _ transform: @escaping (Source) -> Property<Value>
  ) -> Property {
    let inner = transform(outer.value)
    let replacement = HeldClosure<(PropertyCore<Value>, Source), Void> { core, value in
      let inner = transform(value)
      core.setSecondSource(inner.core, owner: inner)
    }
    let core = PropertyCore(
      inner.value, comparison, compute: PropertyCore.flattening(outer.core, replacement))
    core.seen = (outer.core.version, inner.core.version)
    core.sources.closure = replacement
    core.setSource(outer.core, owner: outer)
    core.setSecondSource(inner.core, owner: inner)
    return Property(core: core)
  }

  /// The value of the property that `transform` returns for the current value.
  ///
  /// The result keeps the inner property alive while it is the latest one.
  @inlinable
  public final func flatMap<Output>(
    _ strategy: PropertyFlattenStrategy, _ transform: @escaping (Value) -> Property<Output>
  ) -> Property<Output> {
    .flattened(self, .none, transform)
  }

  /// The value of the property that `transform` returns for the current value; notifies only when
  /// it differs.
  ///
  /// The result keeps the inner property alive while it is the latest one, and this property
  /// throughout.
  @inlinable
  public final func flatMap<Output: Equatable>(
    _ strategy: PropertyFlattenStrategy, _ transform: @escaping (Value) -> Property<Output>
  ) -> Property<Output> {
    .flattened(self, .equality, transform)
  }
}
