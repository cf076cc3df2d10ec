/// A person: what the server or a room says of an account.
package struct User: Hashable, Sendable, Identifiable {
  /// The fields that a partial answer may leave out.
  package struct Fields: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let displayName = Fields(rawValue: 1 << 0)
    package static let avatar = Fields(rawValue: 1 << 1)
    package static let all: Fields = [.displayName, .avatar]
  }

  package let id: UserID
  package let displayName: String?
  package let avatar: MediaURI?
  /// Which fields were present: a field that is set and nil was said to be empty.
  package let isSet: Fields

  package init(
    id: UserID, displayName: String? = nil, avatar: MediaURI? = nil, isSet: Fields = .all
  ) {
    self.id = id
    self.displayName = displayName
    self.avatar = avatar
    self.isSet = isSet
  }

  /// This user with every field that `newer` has set.
  package func merging(_ newer: User) -> User {
    User(
      id: id,
      displayName: newer.isSet.contains(.displayName) ? newer.displayName : displayName,
      avatar: newer.isSet.contains(.avatar) ? newer.avatar : avatar,
      isSet: isSet.union(newer.isSet))
  }

  /// The fields whose values differ from those of `older`.
  package func changed(from older: User) -> Fields {
    var fields: Fields = []
    if displayName != older.displayName { fields.insert(.displayName) }
    if avatar != older.avatar { fields.insert(.avatar) }
    return fields
  }
}
