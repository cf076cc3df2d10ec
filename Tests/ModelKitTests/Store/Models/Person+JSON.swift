import ModelKit

extension Person {
  static func decode(from reader: inout JSONReader) throws(JSONError) -> Person {
    var id: String?
    var name: String??
    var avatar: String??
    var age: Int??
    var badge: Badge?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "id" {
        id = try reader.readString()
      } else if key == "displayname" {
        if try reader.readNull() { name = .some(nil) } else { name = try reader.readString() }
      } else if key == "avatar_url" {
        if try reader.readNull() { avatar = .some(nil) } else { avatar = try reader.readString() }
      } else if key == "age" {
        if try reader.readNull() {
          age = .some(nil)
        } else {
          age = try reader.readInteger(Int.self)
        }
      } else if key == "badge" {
        badge = try Badge.decode(from: &reader)
      } else {
        try reader.skipValue()
      }
    }
    guard let id else { throw reader.error(.invalid("a person without an identifier")) }
    return Person(id, name: name, avatar: avatar, age: age, badge: badge.map { $0 })
  }

  func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(id)
    if isSet.contains(.displayName) {
      writer.key("displayname")
      if let displayName { writer.string(displayName) } else { writer.null() }
    }
    if isSet.contains(.avatar) {
      writer.key("avatar_url")
      if let avatar { writer.string(avatar) } else { writer.null() }
    }
    if isSet.contains(.age) {
      writer.key("age")
      if let age { writer.integer(age) } else { writer.null() }
    }
    if isSet.contains(.badge), let badge {
      writer.key("badge")
      badge.encode(to: &writer)
    }
    writer.endObject()
  }
}
