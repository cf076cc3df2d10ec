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

  /// Combines two properties into one; changing both in a batch is one change.
  ///
  /// The result keeps both alive, and neither keeps it alive. It never pairs an old value with a
  /// new one.
  @inlinable
  public static func combineLatest<A, B>(
    _ a: Property<A>, _ b: Property<B>
  ) -> Property where Value == (A, B) {
    pair(a, b, .none)
  }

  /// Combines two properties into one that notifies only when the pair differs.
  ///
  /// The result keeps both alive, and neither keeps it alive. It never pairs an old value with a
  /// new one.
  @inlinable
  public static func combineLatest<A: Equatable, B: Equatable>(
    _ a: Property<A>, _ b: Property<B>
  ) -> Property where Value == (A, B) {
    pair(a, b, .pairEquality())
  }

  /// Combines three properties into one.
  ///
  /// The result keeps them alive; they do not keep it alive.
  @inlinable
  public static func combineLatest<A, B, C>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>
  ) -> Property where Value == (A, B, C) {
    Property<((A, B), C)>.combineLatest(.combineLatest(a, b), c).map { ($0.0, $0.1, $1) }
  }

  /// Combines four properties into one.
  ///
  /// The result keeps them alive; they do not keep it alive.
  @inlinable
  public static func combineLatest<A, B, C, D>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>, _ d: Property<D>
  ) -> Property where Value == (A, B, C, D) {
    Property<((A, B), (C, D))>.combineLatest(.combineLatest(a, b), .combineLatest(c, d))
      .map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// Combines three properties into one that notifies only when the triple differs.
  ///
  /// The result keeps them alive; they do not keep it alive.
  @inlinable
  public static func combineLatest<A: Equatable, B: Equatable, C: Equatable>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>
  ) -> Property where Value == (A, B, C) {
    Property<((A, B), C)>.pair(
      .combineLatest(a, b), c, Comparison(isPossible: true) { $0.0 == $1.0 && $0.1 == $1.1 }
    ).map { ($0.0, $0.1, $1) }
  }

  /// Combines four properties into one that notifies only when the quadruple differs.
  ///
  /// The result keeps them alive; they do not keep it alive.
  @inlinable
  public static func combineLatest<A: Equatable, B: Equatable, C: Equatable, D: Equatable>(
    _ a: Property<A>, _ b: Property<B>, _ c: Property<C>, _ d: Property<D>
  ) -> Property where Value == (A, B, C, D) {
    Property<((A, B), (C, D))>.pair(
      .combineLatest(a, b), .combineLatest(c, d),
      Comparison(isPossible: true) { $0.0 == $1.0 && $0.1 == $1.1 }
    ).map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// Combines this property with another.
  ///
  /// The result keeps both alive, and neither keeps it alive. It never pairs an old value with a
  /// new one.
  @inlinable
  public final func combineLatest<Other>(
    with other: Property<Other>
  ) -> Property<(Value, Other)> {
    .combineLatest(self, other)
  }
}

extension Property where Value: Equatable {
  /// Combines this property with another into one that notifies only when the pair differs.
  ///
  /// The result keeps both alive, and neither keeps it alive. It never pairs an old value with a
  /// new one.
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
