extension Property<Bool> {
  /// Whether this property is false.
  ///
  /// The result keeps this property alive and is not kept alive by it.
  public final func not() -> Property<Bool> {
    map { !$0 }
  }

  /// Whether both this property and `other` are true.
  ///
  /// The result keeps both alive, and neither keeps it alive.
  public final func and(_ other: Property<Bool>) -> Property<Bool> {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Whether this property, `other` or both are true.
  ///
  /// The result keeps both alive, and neither keeps it alive.
  public final func or(_ other: Property<Bool>) -> Property<Bool> {
    combineLatest(with: other).map { $0 || $1 }
  }
}
