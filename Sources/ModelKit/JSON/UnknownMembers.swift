/// The members of an object that its type does not declare, kept so that they are written back.
///
/// Decoding an object only records its position; the unknown members are located on demand. It
/// keeps the document alive; `detached()` copies them out.
public struct UnknownMembers: Sendable {
  private enum Storage: Sendable {
    case none
    indirect case object(JSONSlice, known: JSONKeyTable)
    case members([Member])
  }

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public let key: String

    /// The value.
    public let value: JSONSlice
  }

  private let storage: Storage

  /// No members.
  public init() {
    storage = .none
  }

  /// Records an object that has unknown members.
  public init(object: JSONSlice, known: JSONKeyTable) {
    storage = .object(object, known: known)
  }

  /// Keeps members; the last of duplicate keys wins.
  public init(_ members: [(key: String, value: JSONSlice)]) {
    self.init(unique: Self.unique(members.map { Member(key: $0.key, value: $0.value) }))
  }

  private init(unique members: [Member]) {
    storage = members.isEmpty ? .none : .members(members)
  }

  /// The members in the order of the document, each key once.
  public var members: [Member] {
    switch storage {
    case .none: []
    case .members(let members): members
    case .object(let object, let known):
      // The object has been read before, so nothing can throw here.
      Self.unique((try? Self.find(in: object, known: known)) ?? [])
    }
  }

  /// Whether there are no members.
  public var isEmpty: Bool {
    if case .none = storage { true } else { members.isEmpty }
  }

  /// The value of a key.
  public subscript(_ key: String) -> JSONSlice? {
    members.first { $0.key.isSame(as: key) }?.value
  }

  private static func find(
    in object: JSONSlice, known: JSONKeyTable
  ) throws(JSONError) -> [Member] {
    var members: [Member] = []
    var reader = JSONReader(object)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if known[key] >= 0 {
        try reader.skipValue()
      } else {
        members.append(Member(key: key.string, value: try reader.readSlice()))
      }
    }
    return members
  }

  private static func unique(_ members: [Member]) -> [Member] {
    guard members.count > 1 else { return members }
    var places: [ExactString: Int] = [:]
    var result: [Member] = []
    for member in members {
      if let place = places.updateValue(result.count, forKey: ExactString(text: member.key)) {
        places[ExactString(text: member.key)] = place
        result[place] = member
      } else {
        result.append(member)
      }
    }
    return result
  }

  /// These members, overridden by those of a newer value.
  public func merging(_ newer: UnknownMembers) -> UnknownMembers {
    if case .none = newer.storage { return self }
    if case .none = storage { return newer }
    return UnknownMembers(unique: Self.unique(members + newer.members))
  }

  /// A copy that releases the document.
  public func detached() -> UnknownMembers {
    UnknownMembers(unique: members.map { Member(key: $0.key, value: $0.value.detached()) })
  }

  /// Writes the members into the open object.
  public func encode(to writer: inout JSONWriter) {
    if case .none = storage { return }
    for member in members {
      writer.key(member.key)
      writer.raw(member.value)
    }
  }
}

extension UnknownMembers: Hashable {
  /// Compares the members as JSON, in any order.
  public static func == (left: UnknownMembers, right: UnknownMembers) -> Bool {
    switch (left.storage, right.storage) {
    case (.none, .none): true
    default: left.table == right.table
    }
  }

  /// Hashes the keys.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(members.map { ExactString(text: $0.key) }))
  }

  /// The values by key; a value nested too deeply for a tree is compared by its text.
  private var table: [ExactString: JSONValue] {
    Dictionary(
      members.map { member in
        (ExactString(text: member.key), (try? member.value.value()) ?? .string(member.value.text))
      },
      uniquingKeysWith: { _, last in last })
  }
}
