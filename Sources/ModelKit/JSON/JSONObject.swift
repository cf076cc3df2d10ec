/// The members of an object in their order, repeated keys too.
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

  /// The members in their order.
  public var members: [Member]

  /// Makes an object.
  public init(_ members: [Member] = []) {
    self.members = members
  }

  /// The value of a key; the last one counts where a key is repeated.
  ///
  /// Setting nil removes the key; a new key is put at the end.
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

  /// The values that count, by the bytes of their keys.
  private var table: [ExactString: JSONValue] {
    Dictionary(
      members.map { (ExactString(text: $0.key), $0.value) }, uniquingKeysWith: { _, last in last })
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first index.
  public var startIndex: Int { members.startIndex }

  /// The index behind the last.
  public var endIndex: Int { members.endIndex }

  /// The member at an index.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable, ExpressibleByDictionaryLiteral {
  /// Makes an object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }

  /// Compares the values that count, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.table == right.table
  }

  /// Hashes the values that count.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(table)
  }
}

/// A string that is compared scalar for scalar, without regard to canonical equivalence.
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
  /// Whether both have the same scalars: two strings may be equal in Swift and not in JSON.
  func isSame(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
