import ModelKit

/// What the content of an event may hold, and with fractions what account data and profiles may.
///
/// Source: Matrix specification, appendices, "Canonical JSON".
enum CanonicalJSON {
  private static let largest: Int64 = (1 << 53) - 1

  /// The content with each key once; the last one counts where a key was repeated.
  ///
  /// - Parameter allowsFractions: Whether doubles are taken too, as the orders of tags are.
  /// - Throws: `M_BAD_JSON` for other numbers than integers within 2^53.
  static func checked(_ object: JSONObject, allowsFractions: Bool = false) throws -> JSONObject {
    var keys: Set<ExactText> = []
    var members: [JSONObject.Member] = []
    for member in object.members.reversed() where keys.insert(ExactText(member.key)).inserted {
      members.append(.init(key: member.key, value: try checked(member.value, allowsFractions)))
    }
    return JSONObject(members.reversed())
  }

  private static func checked(_ value: JSONValue, _ allowsFractions: Bool) throws -> JSONValue {
    switch value {
    case .null, .boolean, .string: return value
    case .number(let number):
      guard isInteger(number) || allowsFractions && isFraction(number) else {
        throw MatrixError.badJSON("a number of the content is too large, or no integer")
      }
      return value
    case .array(let elements): return .array(try elements.map { try checked($0, allowsFractions) })
    case .object(let object): return .object(try checked(object, allowsFractions: allowsFractions))
    }
  }

  /// Whether a number is written as an integer, and all programs read the same one.
  static func isInteger(_ number: JSONNumber) -> Bool {
    number.text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
      && number.integer(Int64.self).map { $0.magnitude <= largest } ?? false
  }

  /// Whether a number is one with a fraction or an exponent that a double holds.
  private static func isFraction(_ number: JSONNumber) -> Bool {
    number.text.utf8.contains { ".eE".utf8.contains($0) } && number.double.isFinite
  }
}
