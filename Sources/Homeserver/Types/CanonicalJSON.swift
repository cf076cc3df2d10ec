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
    // Almost none repeats a key, and those are not built again.
    guard try check(.object(object), allowsFractions) else { return object }
    return unique(.object(object)).object ?? object
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

  /// Checks the numbers; true when a key is repeated somewhere.
  private static func check(_ value: JSONValue, _ allowsFractions: Bool) throws -> Bool {
    switch value {
    case .null, .boolean, .string: return false
    case .number(let number):
      guard isInteger(number) || allowsFractions && isFraction(number) else {
        throw MatrixError.badJSON("a number of the content is too large, or no integer")
      }
      return false
    case .array(let elements):
      var isRepeating = false
      for element in elements where try check(element, allowsFractions) { isRepeating = true }
      return isRepeating
    case .object(let object):
      var isRepeating = hasRepeatedKey(object)
      for member in object where try check(member.value, allowsFractions) { isRepeating = true }
      return isRepeating
    }
  }

  private static func hasRepeatedKey(_ object: JSONObject) -> Bool {
    let members = object.members
    // A set costs an allocation for each key, which small objects do without.
    guard members.count <= 12 else {
      return Set(members.map { Array($0.key.utf8) }).count < members.count
    }
    for (index, member) in members.enumerated() {
      for other in members[..<index] where member.key.utf8.elementsEqual(other.key.utf8) {
        return true
      }
    }
    return false
  }

  /// The value with the last member of each key.
  private static func unique(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .boolean, .string, .number: return value
    case .array(let elements): return .array(elements.map(unique))
    case .object(let object):
      var keys: Set<[UInt8]> = []
      var members: [JSONObject.Member] = []
      for member in object.members.reversed() where keys.insert(Array(member.key.utf8)).inserted {
        members.append(.init(key: member.key, value: unique(member.value)))
      }
      return .object(JSONObject(members.reversed()))
    }
  }
}
