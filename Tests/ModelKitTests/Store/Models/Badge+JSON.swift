import ModelKit

extension Badge: JSONCodable {
  static func decode(from reader: inout JSONReader) throws(JSONError) -> Badge {
    var title: String?
    var rank: Int?
    var isSet: Fields = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "title" {
        isSet.insert(.title)
        if try reader.readNull() { title = nil } else { title = try reader.readString() }
      } else if key == "rank" {
        isSet.insert(.rank)
        if try reader.readNull() { rank = nil } else { rank = try reader.readInteger(Int.self) }
      } else {
        try reader.skipValue()
      }
    }
    return Badge(title: title, rank: rank, isSet: isSet)
  }

  func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    if isSet.contains(.title) {
      writer.key("title")
      if let title { writer.string(title) } else { writer.null() }
    }
    if isSet.contains(.rank) {
      writer.key("rank")
      if let rank { writer.integer(rank) } else { writer.null() }
    }
    writer.endObject()
  }
}
