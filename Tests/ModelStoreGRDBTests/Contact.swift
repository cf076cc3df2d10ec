import ModelKit

/// The common part of the schema versions in these tests: named texts under keys, and the members
/// that the version does not know.
protocol Contact: StoredModel where ID == String {
  static var keys: [String] { get }
  static var legacyKeys: [String: String] { get }
  var texts: [String: String] { get }
  var unknown: UnknownMembers { get }
  init(id: String, texts: [String: String], unknown: UnknownMembers)
}

struct ContactFields: FieldSet, Hashable {
  let rawValue: UInt32
  static let all = ContactFields(rawValue: .max)
  static let fieldNames = ["id", "one", "two", "three"]
}

extension Contact {
  init(_ id: String, _ texts: [String: String]) {
    self.init(id: id, texts: texts, unknown: UnknownMembers())
  }

  var isSet: ContactFields {
    Self.keys.enumerated().reduce(into: []) { fields, key in
      if texts[key.element] != nil { fields.insert(ContactFields(rawValue: 2 << key.offset)) }
    }
  }

  func merging(_ newer: Self) -> Self {
    Self(
      id: id, texts: texts.merging(newer.texts) { $1 }, unknown: unknown.merging(newer.unknown))
  }

  func changed(from older: Self) -> ContactFields {
    Self.keys.enumerated().reduce(into: []) { fields, key in
      if texts[key.element] != older.texts[key.element] {
        fields.insert(ContactFields(rawValue: 2 << key.offset))
      }
    }
  }

  static func decode(from reader: inout JSONReader) throws(JSONError) -> Self {
    var id: String?
    var texts: [String: String] = [:]
    var others: [(key: String, value: JSONSlice)] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = key.string
      if name == "id" {
        id = try reader.readString()
      } else if keys.contains(name) {
        texts[name] = try reader.readString()
      } else if let current = legacyKeys[name] {
        let text = try reader.readString()
        if texts[current] == nil { texts[current] = text }
      } else {
        others.append((name, try reader.readSlice()))
      }
    }
    guard let id else { throw reader.error(.invalid("a contact without an identifier")) }
    return Self(id: id, texts: texts, unknown: UnknownMembers(others))
  }

  func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(id)
    for key in Self.keys {
      guard let text = texts[key] else { continue }
      writer.key(key)
      writer.string(text)
    }
    unknown.encode(to: &writer)
    writer.endObject()
  }
}

/// The first version: `name` and `mail`.
struct FirstContact: Contact {
  let id: String
  let texts: [String: String]
  let unknown: UnknownMembers
  static let keys = ["name", "mail"]
  static let legacyKeys: [String: String] = [:]
  static let schema = ModelSchema(
    name: "Contact", hash: 1,
    fields: [
      ModelField("id", keyPath: ["id"]),
      ModelField("name", keyPath: ["name"], isIndexed: true),
      ModelField("mail", keyPath: ["mail"]),
    ])
}

/// The second version: `name` is renamed to `title`, `mail` is removed, `phone` is added.
struct SecondContact: Contact {
  let id: String
  let texts: [String: String]
  let unknown: UnknownMembers
  static let keys = ["title", "phone"]
  static let legacyKeys = ["name": "title"]
  static let schema = ModelSchema(
    name: "Contact", hash: 0xFFFF_FFFF_FFFF_FFF2,
    fields: [
      ModelField("id", keyPath: ["id"]),
      ModelField("title", keyPath: ["title"], legacyKeyPaths: [["name"]], isIndexed: true),
      ModelField("phone", keyPath: ["phone"], isIndexed: true),
    ])
}

/// A third version without any index.
struct ThirdContact: Contact {
  let id: String
  let texts: [String: String]
  let unknown: UnknownMembers
  static let keys = ["title"]
  static let legacyKeys: [String: String] = [:]
  static let schema = ModelSchema(
    name: "Contact", hash: 3,
    fields: [ModelField("id", keyPath: ["id"]), ModelField("title", keyPath: ["title"])])
}
