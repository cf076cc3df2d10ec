import ModelKit

/// A stored model without hooks and undo, as the compiler generates it.
struct Person: StoredModel {
  struct Fields: FieldSet, Hashable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    static let id = Fields(rawValue: 1 << 0)
    static let displayName = Fields(rawValue: 1 << 1)
    static let avatar = Fields(rawValue: 1 << 2)
    static let age = Fields(rawValue: 1 << 3)
    static let badge = Fields(rawValue: 1 << 4)
    static let all = Fields(rawValue: (1 << 5) - 1)
    static let fieldNames = ["id", "displayName", "avatar", "age", "badge"]
  }

  let id: String
  let displayName: String?
  let avatar: String?
  let age: Int?
  let badge: Badge?
  let isSet: Fields

  init(
    id: String, displayName: String?, avatar: String?, age: Int?, badge: Badge?, isSet: Fields
  ) {
    self.id = id
    self.displayName = displayName
    self.avatar = avatar
    self.age = age
    self.badge = badge
    self.isSet = isSet.union(.id)
  }

  func merging(_ newer: Person) -> Person {
    let older = self
    return Person(
      id: older.id,
      displayName: newer.isSet.contains(.displayName) ? newer.displayName : older.displayName,
      avatar: newer.isSet.contains(.avatar) ? newer.avatar : older.avatar,
      age: newer.isSet.contains(.age) ? newer.age : older.age,
      badge: newer.isSet.contains(.badge)
        ? older.badge.flatMap { badge in newer.badge.map { badge.merging($0) } } ?? newer.badge
        : older.badge,
      isSet: older.isSet.union(newer.isSet))
  }

  func changed(from older: Person) -> Fields {
    var fields = isSet.symmetricDifference(older.isSet)
    if id != older.id { fields.insert(.id) }
    if displayName != older.displayName { fields.insert(.displayName) }
    if avatar != older.avatar { fields.insert(.avatar) }
    if age != older.age { fields.insert(.age) }
    if badge != older.badge { fields.insert(.badge) }
    return fields
  }

  static let schema = ModelSchema(
    name: "Person", hash: 0x21,
    fields: [
      ModelField("id", keyPath: ["id"]),
      ModelField("displayName", keyPath: ["displayname"], isIndexed: true),
      ModelField("avatar", keyPath: ["avatar_url"]),
      ModelField("age", keyPath: ["age"]),
      ModelField("badge", keyPath: ["badge"]),
    ])
}

extension Person {
  /// A partial value with the given fields; `.some(nil)` sets a field to null.
  init(
    _ id: String, name: String?? = .none, avatar: String?? = .none, age: Int?? = .none,
    badge: Badge?? = .none
  ) {
    var fields = Fields.id
    if name != nil { fields.insert(.displayName) }
    if avatar != nil { fields.insert(.avatar) }
    if age != nil { fields.insert(.age) }
    if badge != nil { fields.insert(.badge) }
    self.init(
      id: id, displayName: name ?? nil, avatar: avatar ?? nil, age: age ?? nil,
      badge: badge ?? nil, isSet: fields)
  }
}
