/// Values behind a reference, shared by all copies; they never change.
@frozen
public struct Boxed<Values: Sendable>: Sendable {
  @usableFromInline
  final class Reference: Sendable {
    @usableFromInline let values: Values

    @usableFromInline
    init(_ values: Values) { self.values = values }
  }

  @usableFromInline let reference: Reference

  /// Moves values behind a reference.
  public init(_ values: Values) {
    reference = Reference(values)
  }

  /// The values.
  @inlinable
  public var values: Values { reference.values }

  /// Whether two share their values.
  public func isIdentical(to other: Boxed) -> Bool { reference === other.reference }
}

extension Boxed: Equatable where Values: Equatable {
  /// Compares the values, unless they are shared.
  public static func == (left: Boxed, right: Boxed) -> Bool {
    left.isIdentical(to: right) || left.values == right.values
  }
}

extension Boxed: Hashable where Values: Hashable {
  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { values.hash(into: &hasher) }
}
