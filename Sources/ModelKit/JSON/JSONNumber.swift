/// A number in its textual form: no precision is lost, however many digits it has.
public struct JSONNumber: Sendable {
  /// The text, valid by the grammar of JSON.
  public let text: String

  /// Keeps a text that has already been validated.
  init(checked text: String) {
    self.text = text
  }

  /// Validates a text; nil if it is not a JSON number.
  public init?(_ text: String) {
    guard let document = try? JSONDocument(text) else { return nil }
    var reader = JSONReader(document)
    guard let number = try? reader.readNumber(), number.text == text else { return nil }
    self = number
  }

  /// The number of an integer.
  public init(_ value: some FixedWidthInteger) {
    text = String(value)
  }

  /// The number of a double; nil if it is not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The value as an integer if it is whole and fits, otherwise nil.
  public func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
    let decimal = DecimalNumber(text.utf8)
    guard decimal.isWhole, let magnitude = decimal.wholeMagnitude else { return nil }
    guard decimal.isNegative else { return T(exactly: magnitude) }
    guard magnitude <= UInt64(1) << 63 else { return nil }
    return T(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The nearest double; infinite beyond the range of doubles.
  public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: Hashable, CustomStringConvertible {
  /// The text.
  public var description: String { text }

  /// Compares the values exactly: `1.0` is `1`, and `-0` is `0`.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || DecimalNumber(left.text.utf8) == DecimalNumber(right.text.utf8)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(DecimalNumber(text.utf8))
  }
}
