extension Property {
  @inlinable
  static func pair<A, B>(
    _ a: Property<A>, _ b: Property<B>, _ comparison: Comparison<Value>
  ) -> Property where Value == (A, B) {
    let value = (a.value, b.value)
    let core = PropertyCore(
      value, comparison, compute: PropertyCore.pairing(a.core, b.core))
    core.seen = (a.core.version, b.core.version)
    core.setSource(a.core, owner: a)
    core.setSecondSource(b.core, owner: b)
    return Property(core: core)
  }

  /// The values of two properties as one property: a change of both in a batch is one change.
  ///
  /// It keeps both alive and is never a mixed pair; they do not keep it alive.
  @inlinable
  public static func combineLatest<A, B>(
    _ a: Property<A>, _ b: Property<B>
  ) -> Property where Value == (A, B) {
    pair(a, b, .none)
  }

  /// The values of two properties as one property, told when they differ.
  ///
  /// It keeps both alive and is never a mixed pair; they do not keep it alive.
  @inlinable
  public static func combineLatest<A: Equatable, B: Equatable>(
    _ a: Property<A>, _ b: Property<B>
  ) -> Property where Value == (A, B) {
    pair(a, b, .pairEquality())
  }

  /// The values of three properties as one property.
  ///
  /// It keeps them alive and is not kept alive by them.
  @inlinable
  public static func combineLatest<A, B, C>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>
  ) -> Property where Value == (A, B, C) {
    Property<((A, B), C)>.combineLatest(.combineLatest(a, b), c).map { ($0.0, $0.1, $1) }
  }

  /// The values of four properties as one property.
  ///
  /// It keeps them alive and is not kept alive by them.
  @inlinable
  public static func combineLatest<A, B, C, D>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>, _ d: Property<D>
  ) -> Property where Value == (A, B, C, D) {
    Property<((A, B), (C, D))>.combineLatest(.combineLatest(a, b), .combineLatest(c, d))
      .map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// The values of this property and another as one property.
  ///
  /// It keeps both alive and is never a mixed pair; they do not keep it alive.
  @inlinable
  public final func combineLatest<Other>(
    with other: Property<Other>
  ) -> Property<(Value, Other)> {
    .combineLatest(self, other)
  }
}

extension Property where Value: Equatable {
  /// The values of this property and another as one property, told when they differ.
  ///
  /// It keeps both alive and is never a mixed pair; they do not keep it alive.
  @inlinable
  public final func combineLatest<Other: Equatable>(
    with other: Property<Other>
  ) -> Property<(Value, Other)> {
    .combineLatest(self, other)
  }

  /// A property that never changes.
  public convenience init(_ constant: Value) {
    self.init(core: PropertyCore(constant, .equality))
  }
}
