/// What tells the values of one type apart: a key with one text form.
///
/// Different identifiers have different texts, and the text gives the identifier back. Texts are told
/// apart by their bytes where rows are kept, but strings that people cannot tell apart are equal in
/// Swift (`"\u{E9}"` and `"e\u{301}"`): a type for identifiers that come from strangers compares bytes.
public protocol ModelIdentifier: Hashable, Sendable {
  /// Reads the text form; nil when the text is none of this type.
  init?(storageKey: String)

  /// The text form, which rows are kept under.
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
  /// Reads decimal digits in their only form: no leading zeros, no plus sign.
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
