extension Property {
  /// A property computed from one other, again whenever that one has changed.
  fileprivate static func derived<Source>(
    from source: Property<Source>, isEqual: ((Value, Value) -> Bool)?,
    _ compute: @escaping (Source) -> Value
  ) -> Property {
    let core = PropertyCore(compute(source.value), isEqual: isEqual)
    var seen = source.core.version
    core.setDerivation {
      source.core.refresh()
      guard source.core.version != seen else { return nil }
      seen = source.core.version
      return compute(source.core.stored)
    }
    source.core.addDependent(core)
    return Property(core: core)
  }

  /// What `transform` makes of the value.
  public final func map<Output>(_ transform: @escaping (Value) -> Output) -> Property<Output> {
    .derived(from: self, isEqual: nil, transform)
  }

  /// What `transform` makes of the value, told when it differs.
  public final func map<Output: Equatable>(
    _ transform: @escaping (Value) -> Output
  ) -> Property<Output> {
    .derived(from: self, isEqual: { $0 == $1 }, transform)
  }
}
