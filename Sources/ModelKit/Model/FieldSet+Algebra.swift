extension FieldSet {
  /// Makes an empty set.
  @inlinable
  public init() { self.init(rawValue: 0) }

  /// Makes the union of sets.
  @inlinable
  public init(_ sets: some Sequence<Self>) {
    self = sets.reduce(Self(rawValue: 0)) { $0.union($1) }
  }

  /// Makes the union of sets.
  @inlinable
  public init(arrayLiteral sets: Self...) { self.init(sets) }

  /// Whether the set has no fields.
  @inlinable
  public var isEmpty: Bool { rawValue == 0 }

  /// Whether all fields of another set are in this one.
  @inlinable
  public func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }

  /// Whether all fields of this set are in another one.
  @inlinable
  public func isSubset(of other: Self) -> Bool { other.contains(self) }

  /// Whether all fields of another set are in this one.
  @inlinable
  public func isSuperset(of other: Self) -> Bool { contains(other) }

  /// Whether the two sets have a field in common.
  @inlinable
  public func intersects(_ other: Self) -> Bool { rawValue & other.rawValue != 0 }

  /// Whether the two sets have no field in common.
  @inlinable
  public func isDisjoint(with other: Self) -> Bool { !intersects(other) }

  /// The fields of either set.
  @inlinable
  public func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }

  /// The fields of both sets.
  @inlinable
  public func intersection(_ other: Self) -> Self { Self(rawValue: rawValue & other.rawValue) }

  /// The fields of one of the sets, but not of both.
  @inlinable
  public func symmetricDifference(_ other: Self) -> Self {
    Self(rawValue: rawValue ^ other.rawValue)
  }

  /// The fields that are not in another set.
  @inlinable
  public func subtracting(_ other: Self) -> Self {
    Self(rawValue: rawValue ^ (rawValue & other.rawValue))
  }

  /// Adds the fields of another set.
  @inlinable
  public mutating func formUnion(_ other: Self) { self = union(other) }

  /// Removes the fields that are not in another set.
  @inlinable
  public mutating func formIntersection(_ other: Self) { self = intersection(other) }

  /// Removes the fields of another set.
  @inlinable
  public mutating func subtract(_ other: Self) { self = subtracting(other) }

  /// Adds fields.
  @inlinable
  public mutating func insert(_ fields: Self) { self = union(fields) }

  /// Removes fields.
  @inlinable
  public mutating func remove(_ fields: Self) { self = subtracting(fields) }

  /// Compares the bits.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
}
