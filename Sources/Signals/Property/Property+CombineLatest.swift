extension Property {
  private static func pair<A, B>(
    _ a: Property<A>, _ b: Property<B>, isEqual: ((Value, Value) -> Bool)?
  ) -> Property where Value == (A, B) {
    let core = PropertyCore((a.value, b.value), isEqual: isEqual)
    var seen = (a.core.version, b.core.version)
    core.setDerivation {
      a.core.refresh()
      b.core.refresh()
      guard (a.core.version, b.core.version) != seen else { return nil }
      seen = (a.core.version, b.core.version)
      return (a.core.stored, b.core.stored)
    }
    a.core.addDependent(core)
    b.core.addDependent(core)
    return Property(core: core)
  }

  /// The values of two properties as one property: a change of both in a batch is one change.
  public static func combineLatest<A, B>(
    _ a: Property<A>, _ b: Property<B>
  ) -> Property where Value == (A, B) {
    pair(a, b, isEqual: nil)
  }

  /// The values of two properties as one property, told when they differ.
  public static func combineLatest<A: Equatable, B: Equatable>(
    _ a: Property<A>, _ b: Property<B>
  ) -> Property where Value == (A, B) {
    pair(a, b, isEqual: { $0 == $1 })
  }

  /// The values of three properties as one property.
  public static func combineLatest<A, B, C>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>
  ) -> Property where Value == (A, B, C) {
    Property<((A, B), C)>.combineLatest(.combineLatest(a, b), c).map { ($0.0, $0.1, $1) }
  }

  /// The values of four properties as one property.
  public static func combineLatest<A, B, C, D>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>, _ d: Property<D>
  ) -> Property where Value == (A, B, C, D) {
    Property<((A, B), (C, D))>.combineLatest(.combineLatest(a, b), .combineLatest(c, d))
      .map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// The values of this property and another as one property.
  public final func combineLatest<Other>(
    with other: Property<Other>
  ) -> Property<(Value, Other)> {
    .combineLatest(self, other)
  }
}

extension Property where Value: Equatable {
  /// The values of this property and another as one property, told when they differ.
  public final func combineLatest<Other: Equatable>(
    with other: Property<Other>
  ) -> Property<(Value, Other)> {
    .combineLatest(self, other)
  }

  /// A property that never changes.
  public convenience init(_ constant: Value) {
    self.init(core: PropertyCore(constant, isEqual: { $0 == $1 }))
  }
}
