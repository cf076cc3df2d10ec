/// The kinds of JSON values.
public enum JSONKind: UInt8, Hashable, Sendable, CaseIterable {
  case null
  case boolean
  case number
  case string
  case array
  case object
  /// No value: the end of the input, or a byte that cannot begin a value.
  case nothing

  /// The kind of the value that begins with the given byte.
  @inlinable
  init(firstByte: UInt8) {
    switch firstByte {
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): self = .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
    case UInt8(ascii: "n"): self = .null
    default: self = .nothing
    }
  }
}

extension JSONKind: CustomStringConvertible {
  /// The name with its article: `a string`.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    case .nothing: "no value"
    }
  }
}
