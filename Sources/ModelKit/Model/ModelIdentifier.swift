/// The key of a value among those of its type, with a unique text form.
///
/// Different identifiers have different texts, and the text converts back to the identifier. Stored
/// rows compare texts by their bytes, but canonically equivalent strings are equal in Swift
/// (`"\u{E9}"` and `"e\u{301}"`). So a type for untrusted identifiers must compare bytes.
public protocol ModelIdentifier: Hashable, Sendable {
  /// Parses the text form; nil if the text is not an identifier of this type.
  init?(storageKey: String)

  /// The text form, under which rows are stored.
  var storageKey: String { get }
}

extension String: ModelIdentifier {
  /// The string itself.
  public init?(storageKey: String) {
    self = storageKey
  }

  /// The string itself.
  public var storageKey: String { self }
}

extension ModelIdentifier where Self: FixedWidthInteger {
  /// Parses decimal digits in their canonical form: no leading zeros, no plus sign.
  public init?(storageKey: String) {
    self.init(storageKey, radix: 10)
    guard self.storageKey == storageKey else { return nil }
  }

  /// Decimal digits.
  public var storageKey: String { String(self) }
}

extension Int: ModelIdentifier {}
extension Int32: ModelIdentifier {}
extension Int64: ModelIdentifier {}
extension UInt: ModelIdentifier {}
extension UInt32: ModelIdentifier {}
extension UInt64: ModelIdentifier {}
