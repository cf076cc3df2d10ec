import ModelKit

/// A model nested in others, as the compiler generates one without an identifier.
struct Badge: Model {
  struct Fields: FieldSet, Hashable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    static let title = Fields(rawValue: 1 << 0)
    static let rank = Fields(rawValue: 1 << 1)
    static let all = Fields(rawValue: (1 << 2) - 1)
    static let fieldNames = ["title", "rank"]
  }

  let title: String?
  let rank: Int?
  let isSet: Fields

  init(title: String?, rank: Int?, isSet: Fields = .all) {
    self.title = title
    self.rank = rank
    self.isSet = isSet
  }

  func merging(_ newer: Badge) -> Badge {
    Badge(
      title: newer.isSet.contains(.title) ? newer.title : title,
      rank: newer.isSet.contains(.rank) ? newer.rank : rank,
      isSet: isSet.union(newer.isSet))
  }

  func changed(from older: Badge) -> Fields {
    var fields = isSet.symmetricDifference(older.isSet)
    if title != older.title { fields.insert(.title) }
    if rank != older.rank { fields.insert(.rank) }
    return fields
  }

  static let schema = ModelSchema(
    name: "Badge", hash: 0x11,
    fields: [
      ModelField("title", keyPath: ["title"]),
      ModelField("rank", keyPath: ["rank"]),
    ])
}
