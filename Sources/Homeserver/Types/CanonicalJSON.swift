import ModelKit

/// The values allowed in the content of events and, with fractions, in account data and profiles.
///
/// Source: Matrix specification, appendices, "Canonical JSON".
enum CanonicalJSON {
  private static let largest: Int64 = (1 << 53) - 1

  /// The content with unique keys; the last one wins where a key was repeated.
  ///
  /// - Parameter allowsFractions: Whether doubles are valid too, such as the order of a tag.
  /// - Throws: `M_BAD_JSON` for numbers other than integers within 2^53.
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
        throw MatrixError.badJSON("a number of the content is too large or not an integer")
      }
      return value
    case .array(let elements): return .array(try elements.map { try checked($0, allowsFractions) })
    case .object(let object): return .object(try checked(object, allowsFractions: allowsFractions))
    }
  }

  /// Whether a number is written as an integer that every program reads exactly.
  static func isInteger(_ number: JSONNumber) -> Bool {
    number.text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIDigit }
      && number.integer(Int64.self).map { $0.magnitude <= largest } ?? false
  }

  /// Whether a number has a fraction or an exponent and fits a double.
  private static func isFraction(_ number: JSONNumber) -> Bool {
    number.text.utf8.contains { ".eE".utf8.contains($0) } && number.double.isFinite
  }
}
