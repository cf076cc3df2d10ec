/// Any JSON value as a tree, for fields of any content and for tests.
///
/// Equality follows JSON: members in any order, the last of duplicate keys wins, numbers by value,
/// strings scalar by scalar.
public enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The kind.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The text of a string, otherwise nil.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a boolean, otherwise nil.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// A number, otherwise nil.
  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A number truncated and clamped to the range of `Int`; nil if it is not a number.
  public var integer: Int? {
    guard let number else { return nil }
    if let value = number.integer(Int.self) { return value }
    let value = number.double.rounded(.towardZero)
    return Int(exactly: value) ?? (value < 0 ? .min : .max)
  }

  /// The elements of an array, otherwise nil.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object, otherwise nil.
  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Whether it is an object.
  public var isObject: Bool { object != nil }

  /// The value of a member; nil if there is none, or this is not an object.
  public subscript(_ key: String) -> JSONValue? { object?[key] }

  /// An element; nil if there is none, or this is not an array.
  public subscript(_ index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The text in one line, with all control characters escaped.
  public var text: String {
    var writer = JSONWriter(escapesAllControls: true)
    writer.value(self)
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}

extension JSONValue: Hashable {
  /// Compares as JSON.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.isSame(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes consistently with equality.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .boolean(let value): hasher.combine(value)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(ExactString(text: text))
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSONValue: JSONCodable {
  /// Reads any value.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> JSONValue {
    try reader.readValue()
  }

  /// Writes the value.
  public func encode(to writer: inout JSONWriter) {
    writer.value(self)
  }

  /// Reads a text that consists of one value.
  public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    self = try JSONValue.decode(bytes, limits: limits)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The text in one line.
  public var description: String { text }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral
{
  /// `null`.
  public init(nilLiteral: ()) {
    self = .null
  }

  /// A boolean.
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  /// A whole number.
  public init(integerLiteral value: Int64) {
    self = .number(JSONNumber(value))
  }

  /// A number; `null` if it is not finite.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }

  /// A string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }

  /// An object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
}
