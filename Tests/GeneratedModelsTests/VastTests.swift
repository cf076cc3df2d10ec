import ModelKit
import Testing

@Suite("Generated types with many fields")
struct VastTests {
  private static let required =
    #""id":"@ann","draft":"d","missing":"m","reader":["r"],"content":{"info":{"street":"A"}}"#

  private func vast(_ text: String) throws(JSONError) -> Vast {
    try Vast.decode(Array("{\(text)}".utf8))
  }

  private func reason(_ text: String) -> JSONError.Reason? {
    do {
      _ = try vast(text)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("a document with the required fields is read, and the others are absent")
  func required() throws {
    let value = try vast(Self.required + #","height":null"#)
    #expect(value.id == PersonID(rawValue: "@ann"))
    #expect([value.draft, value.missing, value.reader.first] == ["d", "m", "r"])
    #expect(value.info.street == "A")
    #expect(value.level == 7)
    #expect(value.height == nil && value.isSet.contains(.height))
    #expect(value.list == nil && value.text4 == nil && value.number1 == nil)
    #expect(!value.isSet.contains(.level) && !value.isSet.contains(.text4))
  }

  @Test("all kinds of fields are read and written back unchanged")
  func whole() throws {
    let text =
      "{\(Self.required.dropLast()),\"title\":\"t\"},"
      + #""level":3,"list":[1,2],"height":1.5,"self":"s","default":"x","number1":1,"texts2":["a"],"#
      + #""flag3":true,"text4":"f","number29":-1,"other":[1]}"#
    let value = try Vast.decode(Array(text.utf8))
    #expect(value.level == 3 && value.list == [1, 2] && value.height == 1.5)
    #expect(value.title == "t" && value.default == "x" && value.number29 == -1)
    let before = try JSONValue.decode(Array(text.utf8))
    #expect(try JSONValue.decode(value.encoded()) == before)
    #expect(try Vast.decode(value.encoded()) == value)
  }

  @Test("the first missing required field is named")
  func missing() {
    #expect(reason(#""draft":"d""#) == .missingMember("id"))
    #expect(reason(#""id":"@a","draft":"d","missing":"m""#) == .missingMember("reader"))
    #expect(
      reason(#""id":"@a","draft":"d","missing":"m","reader":[],"height":1"#)
        == .missingMember("content.info"))
    #expect(reason(Self.required) == nil)
  }

  @Test(
    "the last value of a duplicate key wins, and an older key counts only without the newer one")
  func repeated() throws {
    let more = #","height":1,"title":"old","level":1,"level":2,"text4":"a","text4":"b""#
    let value = try vast(Self.required + more)
    #expect(value.level == 2 && value.text4 == "b" && value.title == "old")
  }

  @Test("a lenient field of the wrong kind affects only itself")
  func lenient() throws {
    let value = try vast(Self.required + #","height":1,"list":"none","number1":4"#)
    #expect(value.list == nil && value.number1 == 4)
  }
}
