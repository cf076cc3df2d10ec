/// A set of a model's fields, as bits.
///
/// Bit `n` stands for the `n`th field of the type's `ModelSchema`. The compiler generates one such
/// type per model, as narrow as its number of fields allows.
public protocol FieldSet: OptionSet, Hashable, Sendable, CustomStringConvertible
where RawValue: FixedWidthInteger & UnsignedInteger & Sendable, Element == Self {
  /// Every field of the model.
  static var all: Self { get }

  /// The fields' Swift names in the order of their bits.
  static var fieldNames: [String] { get }
}

extension FieldSet {
  /// The names of the fields in the set, in the order of their bits.
  public var names: [String] {
    Self.fieldNames.enumerated().compactMap { index, name in
      rawValue & (1 << RawValue(index)) == 0 ? nil : name
    }
  }

  /// The names of the fields, for messages and logs.
  public var description: String {
    "[" + names.joined(separator: ", ") + "]"
  }

  /// Whether the two sets have a field in common.
  @inlinable
  public func intersects(_ other: Self) -> Bool {
    rawValue & other.rawValue != 0
  }
}
