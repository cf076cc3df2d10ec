import ModelKit

/// What the content of an event may hold.
///
/// Source: Matrix specification, appendices, "Canonical JSON".
enum CanonicalJSON {
  private static let largest: Int64 = (1 << 53) - 1

  /// The content with each key once; the last one counts where a key was repeated.
  ///
  /// - Throws: `M_BAD_JSON` for numbers that are no integers or not within 2^53.
  static func checked(_ object: JSONObject) throws -> JSONObject {
    // Almost none repeats a key, and those are not built again.
    guard try check(.object(object)) else { return object }
    return unique(.object(object)).object ?? object
  }

  /// Whether a number is written as an integer, and all programs read the same one.
  static func isInteger(_ number: JSONNumber) -> Bool {
    number.text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
      && number.integer(Int64.self).map { $0.magnitude <= largest } ?? false
  }

  /// Checks the numbers; true when a key is repeated somewhere.
  private static func check(_ value: JSONValue) throws -> Bool {
    switch value {
    case .null, .boolean, .string: return false
    case .number(let number):
      guard isInteger(number) else {
        throw MatrixError.badJSON("a number of the content is no integer, or too large")
      }
      return false
    case .array(let elements):
      var isRepeating = false
      for element in elements where try check(element) { isRepeating = true }
      return isRepeating
    case .object(let object):
      var isRepeating = hasRepeatedKey(object)
      for member in object where try check(member.value) { isRepeating = true }
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
