/// The members of an object in order, including duplicate keys.
public struct JSONObject: Sendable {
  /// A key and its value.
  public struct Member: Sendable {
    /// The key.
    public var key: String

    /// The value.
    public var value: JSONValue

    /// Makes a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The members in order.
  public var members: [Member]

  /// Makes an object.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of a key; the last of duplicate keys wins.
  ///
  /// Setting nil removes the key; a new key is appended.
  public subscript(_ key: String) -> JSONValue? {
    get { members.last { $0.key.isSame(as: key) }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.key.isSame(as: key) } }
      if let index = members.lastIndex(where: { $0.key.isSame(as: key) }) {
        members[index].value = newValue
      } else {
        members.append(Member(key: key, value: newValue))
      }
    }
  }

  /// The effective value of each key, by the bytes of the key.
  private var table: [ExactString: JSONValue] {
    Dictionary(
      members.map { (ExactString(text: $0.key), $0.value) }, uniquingKeysWith: { _, last in last })
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first index.
  public var startIndex: Int { members.startIndex }

  /// The index after the last.
  public var endIndex: Int { members.endIndex }

  /// The member at an index.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable, ExpressibleByDictionaryLiteral {
  /// Makes an object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }

  /// Compares the effective values, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.table == right.table
  }

  /// Hashes the effective values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(table)
  }
}

/// A string compared scalar by scalar, ignoring canonical equivalence.
struct ExactString: Hashable {
  let text: String

  static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.isSame(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both have the same scalars: two strings can be equal in Swift but different in JSON.
  func isSame(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
