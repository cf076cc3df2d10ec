extension Property {
  /// A property computed from one other, and recomputed whenever that one has changed.
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

  /// A property that maps the value through `transform`.
  ///
  /// The result keeps this property alive and is not kept alive by it. The value is computed when
  /// it is read or observed, at most once per batch; `transform` must have no side effects.
  @inlinable
  public final func map<Output>(_ transform: @escaping (Value) -> Output) -> Property<Output> {
    let transform = HeldClosure(transform)
    return .derived(from: self, transform, .none, PropertyCore.mapping(core, transform))
  }

  /// A property that maps the value through `transform` and notifies only when the result differs.
  ///
  /// The result keeps this property alive and is not kept alive by it. The value is computed when
  /// it is read or observed, at most once per batch; `transform` must have no side effects.
  @inlinable
  public final func map<Output: Equatable>(
    _ transform: @escaping (Value) -> Output
  ) -> Property<Output> {
    let transform = HeldClosure(transform)
    return .derived(from: self, transform, .equality, PropertyCore.mappingChanges(core, transform))
  }
}
