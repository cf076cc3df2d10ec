import FoundationEssentials
import ModelKit
import Testing

@Suite("Decoding of generated models")
struct DecodingTests {
  private static let person = """
    {"personID":"@ann","content":{"presence":"away"},"work":{"street":"A"},"tags":["x"],
    "numbers":[2,1,2],"addresses":{"home":{"street":"B"}},"visited":[],"born":86400000
    """

  private func person(_ more: String = "") throws -> Person {
    try Person.decode(Array((Self.person + more + "}").utf8))
  }

  private func issues<M: JSONDecodable>(_ kind: M.Type, _ text: String) throws -> (M, [String]) {
    var issues = JSONIssues()
    let value = try M.decode(Array(text.utf8), issues: &issues)
    return (value, issues.list.map(\.path.description))
  }

  private func error<M: JSONDecodable>(_ kind: M.Type, _ text: String) -> JSONError? {
    do {
      _ = try M.decode(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("reads required fields and nested keys, and leaves the others absent")
  func required() throws {
    let person = try person()
    #expect(person.id == PersonID(rawValue: "@ann"))
    #expect(person.presence == .away)
    #expect(person.numbers == [1, 2])
    #expect(person.addresses["home"]?.street == "B")
    #expect(person.born == Date(timeIntervalSince1970: 86_400))
    #expect(person.age == 18)
    #expect(!person.isSet.contains(.age))
    #expect(!person.isSet.contains(.displayName))
    #expect(person.displayName == nil)
    #expect(person.isSet.names.count == 8)
  }

  @Test("distinguishes null from absent and from a value, also for nested keys")
  func nulls() throws {
    let person = try person(#","displayname":null,"home":{"street":"C","town":null}"#)
    #expect(person.isSet.contains(.displayName))
    #expect(person.displayName == nil)
    #expect(person.home?.isSet == [.street, .town])
    let text = String(decoding: person.encoded(), as: UTF8.self)
    #expect(text.contains(#""displayname":null"#))
    #expect(text.contains(#""town":null"#))
    #expect(!text.contains("height"))
  }

  @Test("prefers the current key to older ones, in any order")
  func legacyKeys() throws {
    #expect(try person(#","nick":"n""#).displayName == "n")
    #expect(try person(#","nick":"n","display_name":"o""#).displayName == "o")
    #expect(try person(#","display_name":"o","nick":"n""#).displayName == "o")
    #expect(try person(#","displayname":"d","nick":"n""#).displayName == "d")
    #expect(try person(#","nick":"n","displayname":"d""#).displayName == "d")
    let text = String(decoding: try person(#","nick":"n""#).encoded(), as: UTF8.self)
    #expect(text.contains(#""displayname":"n""#))
    #expect(!text.contains("nick"))
  }

  @Test("uses the last of duplicate keys")
  func repeated() throws {
    #expect(try person(#","age":1,"age":2"#).age == 2)
    #expect(try person(#","displayname":"a","displayname":null"#).displayName == nil)
  }

  @Test("drops bad elements of a lenient list and reports their location")
  func lenient() throws {
    let text = Self.person.replacing(
      #""visited":[]"#, with: #""visited":[{"street":"A"},7,{"town":"x"},{"street":"B"}]"#)
    let (person, paths) = try issues(Person.self, text + "}")
    #expect(person.visited.map(\.street) == ["A", "B"])
    #expect(paths == ["$.visited[1]", "$.visited[2]"])
  }

  @Test("names the missing key, the wrong kind and the wrong constant")
  func errors() {
    #expect(error(Address.self, "{}")?.reason == .missingMember("street"))
    #expect(error(Address.self, #"{"street":1}"#)?.offset == 10)
    #expect(
      error(Address.self, #"{"street":null}"#)?.reason == .mismatch(expected: .string, found: .null)
    )
    #expect(error(Address.self, #"{"street":"a","number":"x"}"#)?.offset == 23)
    #expect(error(Board.self, #"{"key":"k"}"#)?.reason == .missingMember("type"))
    #expect(
      error(Board.self, #"{"key":"k","type":"m.room"}"#)?.reason
        == .wrongConstant("m.board\"\\(1)"))
    #expect(error(Strict.self, #"{"body":"b"}"#)?.reason == .missingMember("note"))
    #expect(error(Strict.self, #"{"body":"b","note":null}"#) == nil)
    #expect(error(Strict.self, #"{"body":"b","note":null,"c":1}"#)?.reason == .unknownMember)
    #expect(error(Plain.self, #"{"flag":true,"rows":[]}"#)?.reason == .missingMember("gaps"))
  }

  @Test("keeps a null that the schema does not allow, where the field can hold it")
  func keptNull() throws {
    let text = #"{"body":"b","note":null,"count":null}"#
    let (strict, paths) = try issues(Strict.self, text)
    #expect(strict.count == nil && strict.isSet.contains(.count) && paths.isEmpty)
    #expect(String(decoding: strict.encoded(), as: UTF8.self) == text)
    let before = Strict(body: "b", note: "n", count: 2)
    #expect(before.merging(strict).count == nil)
    #expect(strict.merging(before) == before)
  }

  @Test("reports a null where a field cannot hold it, and counts it as absent")
  func reportedNull() throws {
    let (sparse, paths) = try issues(
      Sparse.self,
      #"{"id":"a","text":"t","number":1,"presence":"away","home":{"street":"s"},"work":null}"#)
    #expect(paths == ["$.work"], "A model merges with a newer one.")
    #expect(!sparse.isSet.contains(.work))
    let (preset, others) = try issues(Preset.self, #"{"text":null}"#)
    #expect(others == ["$.text"] && preset.text == "a text" && preset.isSet == [])
    let (vast, nested) = try issues(
      Vast.self,
      #"{"id":"@a","draft":"d","missing":"m","reader":[],"content":{"info":{"street":"A"}},"#
        + #""level":null}"#)
    #expect(nested == ["$.level"] && vast.level == 7)
    let (person, inner) = try issues(
      Person.self,
      #"{"personID":"@a","content":{"presence":"away","info":null},"work":{"street":"s"},"#
        + #""tags":[],"numbers":[],"addresses":{},"visited":[],"born":0}"#)
    #expect(inner == ["$.content.info"] && !person.isSet.contains(.height))
  }

  @Test("keeps unknown members, also in nested objects")
  func unknown() throws {
    let text =
      #"{"a":1,"content":{"presence":"busy","z":[1.0],"info":{"w":2}},"work":{"street":"s","q":0},"personID":"@a","tags":[],"numbers":[],"addresses":{},"visited":[],"born":0}"#
    let person = try Person.decode(Array(text.utf8))
    #expect(person.presence == .unknown("busy"))
    #expect(try JSONValue.decode(person.encoded()) == JSONValue.decode(Array(text.utf8)))
    let newer = person.merging(try self.person(#","b":2"#))
    #expect(String(decoding: newer.encoded(), as: UTF8.self).contains(#""b":2"#))
  }

  @Test("keeps additional values of one type by key")
  func additional() throws {
    let board = try Board.decode(
      Array(#"{"key":"k","type":"m.board\"\\(1)","x":1,"in \"out\"\\(":true,"y":2}"#.utf8))
    #expect(board.additional == ["x": 1, "y": 2])
    #expect(board.inOut == true)
    #expect(board.pinCount == 7)
    let newer = board.merging(Board(key: "k", additional: ["y": 3]))
    #expect(newer.additional == ["x": 1, "y": 3])
    #expect(newer.changed(from: board) == .additional)
    #expect(error(Board.self, #"{"key":"k","type":"m.board\"\\(1)","x":"no"}"#) != nil)
  }

  @Test("keeps members that match no pattern as unknown")
  func patterns() throws {
    let text = #"{"body":"b","n1":1,"other":"o","n2":2}"#
    let value = try Patterns.decode(Array(text.utf8))
    #expect(value.additional == ["n1": 1, "n2": 2])
    #expect(try JSONValue.decode(value.encoded()) == JSONValue.decode(Array(text.utf8)))
  }

  @Test("decodes lazy values on demand")
  func lazy() throws {
    let text =
      #"{"flag":true,"count":null,"text":"t\u00e9","places":[{"street":"A"}],"rows":[[1],[]],"gaps":[1,null]}"#
    let plain = try Plain.decode(Array(text.utf8))
    #expect(plain.text?.string == "té")
    #expect(try plain.places?.decoded().first?.street == "A")
    #expect(plain.gaps == [1, nil])
    #expect(try Plain.decode(plain.encoded()) == plain)
    let late = try Plain.decode(
      Array(#"{"flag":true,"count":null,"places":[7],"rows":[],"gaps":[]}"#.utf8))
    #expect(throws: JSONError.self) { try late.places?.decoded() }
  }
}
