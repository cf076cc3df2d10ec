/// A set of a model's fields, as bits.
///
/// Bit `n` stands for the `n`th field of the type's `ModelSchema`. The compiler generates one such
/// type per model, as narrow as its number of fields allows. The operations are those of a set, but
/// the protocol is not `OptionSet`, whose conformance alone would be a third of a model's code.
public protocol FieldSet: Equatable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible
where ArrayLiteralElement == Self {
  /// An unsigned integer, or `WideBits`.
  associatedtype RawValue: FieldBits

  /// The bits.
  var rawValue: RawValue { get }

  /// Makes a set of bits.
  init(rawValue: RawValue)

  /// Every field of the model.
  static var all: Self { get }

  /// The fields' Swift names in the order of their bits.
  static var fieldNames: [String] { get }
}

extension FieldSet {
  /// The names of the fields in the set, in the order of their bits.
  public var names: [String] {
    let words = rawValue.words
    return Self.fieldNames.enumerated().compactMap { index, name in
      words.contains(bit: index) ? name : nil
    }
  }

  /// The names of the fields, for messages and logs.
  public var description: String {
    "[" + names.joined(separator: ", ") + "]"
  }
}
