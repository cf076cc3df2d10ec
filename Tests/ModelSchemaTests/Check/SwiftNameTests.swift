import ModelSchema
import Testing

@Suite("Names")
struct SwiftNameTests {
  @Test(
    "members follow the API design guidelines",
    arguments: [
      ("display_name", "displayName"), ("avatar-url", "avatarURL"), ("URL", "url"), ("url", "url"),
      ("event_ids", "eventIDs"), ("m.room.message", "mRoomMessage"), ("DisplayName", "displayName"),
      ("HTTPHeader", "httpHeader"), ("room_id", "roomID"), ("id", "id"), ("3pid", "_3pid"),
      ("sha256", "sha256"), ("file_sha256", "fileSHA256"), ("_private", "private"), ("a__b", "aB"),
    ])
  func members(_ text: String, _ name: String) {
    #expect(SwiftName.member(from: text) == name)
  }

  @Test(
    "types begin with a capital",
    arguments: [
      ("m.room.message$m.image", "MRoomMessageMImage"), ("user", "User"), ("push_rule", "PushRule"),
      ("1st", "T1st"), ("URLPreview", "URLPreview"), ("json", "JSON"),
    ])
  func types(_ text: String, _ name: String) {
    #expect(SwiftName.type(from: text) == name)
  }

  @Test("a text without a letter or a digit gives no name", arguments: ["", "_", "…", "--", "日本"])
  func none(_ text: String) {
    #expect(SwiftName.member(from: text) == nil)
    #expect(SwiftName.type(from: text) == nil)
  }

  @Test("lines and columns count from one, in bytes")
  func locations() {
    let file = SourceFile(path: "a/b.value", text: "ä\r\nxy\n\nz")
    #expect(file.location(at: 0) == SourceLocation(file: "a/b.value", line: 1, column: 1))
    #expect(file.location(at: 2) == SourceLocation(file: "a/b.value", line: 1, column: 3))
    #expect(file.location(at: 4) == SourceLocation(file: "a/b.value", line: 2, column: 1))
    #expect(file.location(at: 8) == SourceLocation(file: "a/b.value", line: 4, column: 1))
    #expect(file.location(at: 99) == SourceLocation(file: "a/b.value", line: 4, column: 2))
    #expect(file.location(at: -1) == SourceLocation(file: "a/b.value", line: 1, column: 1))
    #expect(String(decoding: file.line(1), as: UTF8.self) == "ä")
    #expect(String(decoding: file.line(4), as: UTF8.self) == "z")
    #expect(file.line(5).isEmpty)
    #expect(file.name == "b.value")
    #expect(file.baseName == "b")
  }

  @Test("A byte order mark takes no column of the first line")
  func byteOrderMark() {
    let file = SourceFile(path: "a.value", bytes: [0xEF, 0xBB, 0xBF] + Array("ab\nc".utf8))
    #expect(file.location(at: 0).column == 1)
    #expect(file.location(at: 4).column == 2)
    #expect(file.location(at: 6).line == 2)
    #expect(Array(file.line(1)) == Array("ab".utf8))
  }
}
