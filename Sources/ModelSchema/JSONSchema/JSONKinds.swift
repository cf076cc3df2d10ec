/// A set of kinds of JSON values that a schema allows.
struct JSONKinds: OptionSet, Hashable {
  let rawValue: UInt8

  static let null = JSONKinds(rawValue: 1)
  static let boolean = JSONKinds(rawValue: 2)
  static let integer = JSONKinds(rawValue: 4)
  /// Numbers that are not whole.
  static let fraction = JSONKinds(rawValue: 8)
  static let string = JSONKinds(rawValue: 16)
  static let array = JSONKinds(rawValue: 32)
  static let object = JSONKinds(rawValue: 64)
  static let number: JSONKinds = [.integer, .fraction]
  static let all = JSONKinds(rawValue: 127)

  /// The kinds for a name in the keyword `type`.
  init?(name: String) {
    switch name {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "array": self = .array
    case "object": self = .object
    case "any": self = .all
    default: return nil
    }
  }

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The kind of a value.
  init(of value: LocatedJSON) {
    switch value.content {
    case .null: self = .null
    case .boolean: self = .boolean
    case .number(let text): self = ExactDecimal(text)?.isWhole ?? false ? .integer : .fraction
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  /// The individual kinds; whole and other numbers stay together if both are allowed.
  var separated: [JSONKinds] {
    var result: [JSONKinds] = []
    for kind in [JSONKinds.null, .boolean, .string, .array, .object] where contains(kind) {
      result.append(kind)
    }
    let numbers = intersection(.number)
    if !numbers.isEmpty { result.append(numbers) }
    return result
  }

  /// The names for `type`, and the tags of a union by kind.
  var names: [String] {
    separated.map { kind in
      switch kind {
      case .null: "null"
      case .boolean: "boolean"
      case .string: "string"
      case .array: "array"
      case .object: "object"
      case .integer: "integer"
      default: "number"
      }
    }
  }
}
