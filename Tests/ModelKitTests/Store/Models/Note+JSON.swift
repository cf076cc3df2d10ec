import ModelKit

extension Note {
  static func decode(from reader: inout JSONReader) throws(JSONError) -> Note {
    var id: Int?
    var text: String??
    var folder: String??
    var stars: Int??
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "id" {
        id = try reader.readInteger(Int.self)
      } else if key == "text" {
        if try reader.readNull() { text = .some(nil) } else { text = try reader.readString() }
      } else if key == "folder" {
        if try reader.readNull() { folder = .some(nil) } else { folder = try reader.readString() }
      } else if key == "stars" {
        if try reader.readNull() {
          stars = .some(nil)
        } else {
          stars = try reader.readInteger(Int.self)
        }
      } else {
        try reader.skipValue()
      }
    }
    guard let id else { throw reader.error(.invalid("a note without an identifier")) }
    return Note(id, text: text, folder: folder, stars: stars)
  }

  func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.integer(id)
    if isSet.contains(.text) {
      writer.key("text")
      if let text { writer.string(text) } else { writer.null() }
    }
    if isSet.contains(.folder) {
      writer.key("folder")
      if let folder { writer.string(folder) } else { writer.null() }
    }
    if isSet.contains(.stars) {
      writer.key("stars")
      if let stars { writer.integer(stars) } else { writer.null() }
    }
    writer.endObject()
  }
}
