extension Property {
  /// A property computed from one other, again whenever that one has changed.
  @inlinable
  static func derived<Source>(
    from source: Property<Source>, _ value: Value, _ comparison: Comparison<Value>,
    _ compute: @escaping PropertyNode.Body
  ) -> Property {
    let core = PropertyCore(value, comparison, compute: compute)
    core.seen.first = source.core.version
    core.setSource(source.core, owner: source)
    return Property(core: core)
  }

  /// What `transform` makes of the value.
  ///
  /// It keeps this property alive and is not kept alive by it. The value is computed when it is read
  /// or observed, at most once for each batch; `transform` has no side effects.
  @inlinable
  public final func map<Output>(_ transform: @escaping (Value) -> Output) -> Property<Output> {
    .derived(
      from: self, transform(value), .none, PropertyCore.mapping(core, transform))
  }

  /// What `transform` makes of the value, told when it differs.
  ///
  /// It keeps this property alive and is not kept alive by it. The value is computed when it is read
  /// or observed, at most once for each batch; `transform` has no side effects.
  @inlinable
  public final func map<Output: Equatable>(
    _ transform: @escaping (Value) -> Output
  ) -> Property<Output> {
    .derived(
      from: self, transform(value), .equality, PropertyCore.mappingChanges(core, transform))
  }
}
