extension Property {
  /// A property computed from one other, again whenever that one has changed.
  @inlinable
  static func derived<Source>(
    from source: Property<Source>, _ transform: HeldClosure<Source, Value>,
    _ comparison: Comparison<Value>, _ compute: @escaping PropertyNode.Body
  ) -> Property {
    let core = PropertyCore(transform.call(source.value), comparison, compute: compute)
    core.sources.closure = transform
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
    let transform = HeldClosure(transform)
    return .derived(from: self, transform, .none, PropertyCore.mapping(core, transform))
  }

  /// What `transform` makes of the value, told when it differs.
  ///
  /// It keeps this property alive and is not kept alive by it. The value is computed when it is read
  /// or observed, at most once for each batch; `transform` has no side effects.
  @inlinable
  public final func map<Output: Equatable>(
    _ transform: @escaping (Value) -> Output
  ) -> Property<Output> {
    let transform = HeldClosure(transform)
    return .derived(from: self, transform, .equality, PropertyCore.mappingChanges(core, transform))
  }
}
