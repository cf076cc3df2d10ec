import ModelKit
import Testing

@Suite("Errors and paths")
struct ErrorTests {
  /// A model with a field for each kind of error.
  private struct Room: JSONDecodable {
    var name: String
    var count: UInt8

    static func decode(from reader: inout JSONReader) throws(JSONError) -> Room {
      let start = reader.mark
      var name: String?
      var count: UInt8 = 0
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key == "name" {
          name = try reader.readString()
        } else if key == "count" {
          count = try reader.readInteger(UInt8.self)
        } else {
          try reader.skipValue()
        }
      }
      guard let name else { throw reader.error(.missingMember("name"), at: start) }
      return Room(name: name, count: count)
    }
  }

  @Test(
    "An error names the reason, the offset and the path",
    arguments: [
      (
        #"[{"name":1}]"#, JSONError.Reason.mismatch(expected: .string, found: .number), 9,
        "$[0].name"
      ),
      (#"[{"name":"a"},{"x":1}]"#, .missingMember("name"), 14, "$[1]"),
      (#"[{"name":"a","count":256}]"#, .numberOutOfRange, 21, "$[0].count"),
      (#"[{"name":"a","count":1.5}]"#, .notInteger, 21, "$[0].count"),
      (
        #"[{"name":"a","count":null}]"#, .mismatch(expected: .number, found: .null), 21,
        "$[0].count"
      ),
      (#"[{"name":true}]"#, .mismatch(expected: .string, found: .boolean), 9, "$[0].name"),
      (#"["a"]"#, .mismatch(expected: .object, found: .string), 1, "$[0]"),
      (#"{"a":1}"#, .mismatch(expected: .array, found: .object), 0, "$"),
      (#"[{"name":"a"}}"#, .unexpected(0x7D, expected: .commaOrEndOfArray), 13, "$"),
      (#"[{"name" "a"}]"#, .unexpected(0x22, expected: .colon), 9, "$[0]"),
      (#"[{"name":"\x"}]"#, .invalidEscape, 10, "$[0].name"),
      (#"[{"name":"a",}]"#, .unexpected(0x7D, expected: .key), 13, "$[0]"),
      (#"[{,}]"#, .unexpected(0x2C, expected: .keyOrEnd), 2, "$[0]"),
      (#"[{"name":"a"},]"#, .unexpected(0x5D, expected: .value), 14, "$"),
      (#"[{"name":"a","z":[0,{"q":tru }]}]"#, .invalidLiteral, 25, #"$[0].z[1].q"#),
      (#"[{"name":"a","z":[0,{"q":01 }]}]"#, .invalidNumber, 25, #"$[0].z[1].q"#),
      (#"[{"name":"a"}"#, .unexpectedEnd, 13, "$"),
      (#"[{"name":"a"#, .unexpectedEnd, 11, "$[0].name"),
      (#"[] 1"#, .trailingContent, 3, "$"),
      (
        #"[{"na me":{"":[{"\u0061":{}}]},"name":2}]"#, .mismatch(expected: .string, found: .number),
        38,
        "$[0].name"
      ),
    ])
  func namesPlaces(
    _ text: String, _ reason: JSONError.Reason, _ offset: Int, _ path: String
  ) throws {
    let error = #expect(throws: JSONError.self) { try [Room].decode(Array(text.utf8)) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
    #expect(error?.path == path)
    #expect(try Reading.path(of: offset, in: text) == path)
  }

  @Test("Whatever decodes a whole document or a part of it throws errors with their paths")
  func everyErrorHasAPath() throws {
    let document = try JSONDocument(#"{"rooms":[{"name":1}]}"#)
    func path(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return "no error"
      } catch {
        return (error as? JSONError)?.path
      }
    }
    var rooms = JSONReader(document)
    try rooms.beginObject()
    _ = try rooms.nextKey()
    let slice = try rooms.readSlice()
    #expect(slice.text == #"[{"name":1}]"#)
    var issues = JSONIssues()
    #expect(path { _ = try [Room].decode(document, issues: &issues) } == "$")
    #expect(path { _ = try [Room].decode(document) } == "$")
    #expect(path { _ = try [Room].decode(slice.bytes) } == "$[0].name")
    #expect(path { _ = try slice.decode([Room].self) } == "$.rooms[0].name")
    let broken = Array(#"[1,{"a":tru}]"#.utf8)
    #expect(path { _ = try JSONValue(broken) } == "$[1].a")
    #expect(path { _ = try JSONSlice(broken) } == "$[1].a")
    #expect(path { _ = try JSONDocument(Array(#"[""#.utf8) + [0xFF]) } == "$[0]")
    let small = JSONLimits(maximumByteCount: 1)
    #expect(path { _ = try JSONDocument("[1]", limits: small) } == "$")
    let deep = try JSONSlice(Array((repeated("[", 200) + repeated("]", 200)).utf8))
    #expect(path { _ = try deep.value() }?.hasPrefix("$[0][0]") == true)
  }

  @Test("An error in JSON inside a string keeps the path in the inner text")
  func innerDocuments() {
    struct Inner: JSONDecodable {
      static func decode(from reader: inout JSONReader) throws(JSONError) -> Inner {
        _ = try Room.decode(Array(try reader.readString().utf8))
        return Inner()
      }
    }
    let error = #expect(throws: JSONError.self) {
      try [Inner].decode(Array(#"["{\"name\":2}"]"#.utf8))
    }
    #expect(error?.path == "$.name" && error?.offset == 8)
    #expect(error?.description == "expected a string, found a number at $.name, byte 8")
  }

  @Test("Inside a decoder an error has no path yet, and is equal to one that has")
  func located() throws {
    let document = try JSONDocument("[true]")
    let error = JSONError(.notInteger, offset: 1)
    #expect(error.path == nil)
    #expect(error.located(in: document).path == "$[0]")
    #expect(error.located(in: document) == error)
    #expect(error.located(in: document).hashValue == error.hashValue)
    #expect(error.description == "expected a whole number at byte 1")
  }

  @Test("Every byte of a document has the path of the value that contains it")
  func locatesEveryByte() throws {
    let text = #" {"a" : [1, {"b c":"x"} ],"\u0064":{}, "é":[[]]} "#
    let document = try JSONDocument(text)
    let paths = JSONPath.locate(Array(0..<document.count), in: document)
    func expect(_ part: String, _ path: String) throws {
      let range = try #require(text.firstRange(of: part))
      let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      #expect(paths[offset] == path, "\(part)")
      #expect(JSONPath.locate(offset, in: document) == path)
    }
    try expect("{\"a\"", "$")
    try expect("a\" :", "$")
    try expect("[1,", "$.a")
    try expect("1, {", "$.a[0]")
    try expect(", {", "$.a")
    try expect("{\"b", "$.a[1]")
    try expect("b c", "$.a[1]")
    try expect("x\"}", #"$.a[1]["b c"]"#)
    try expect("} ],", "$.a[1]")
    try expect("],\"", "$.a")
    try expect("{}, ", "$.d")
    try expect("}, ", "$.d")
    try expect("[[]", #"$["é"]"#)
    try expect("[]]", #"$["é"][0]"#)
    try expect("]]}", #"$["é"][0]"#)
    #expect(paths.first == "$" && paths.last == "$")
  }

  @Test("Paths of unsorted and repeated offsets come in the order asked for")
  func keepsOrder() throws {
    let document = try JSONDocument("[10,20,30]")
    #expect(
      JSONPath.locate([7, 1, 7, 4, 99, 0], in: document) == [
        "$[2]", "$[0]", "$[2]", "$[1]", "$", "$",
      ])
    #expect(JSONPath.locate([], in: document).isEmpty)
  }

  @Test("A path stays short, however deep and long the keys are")
  func boundsPaths() throws {
    let deep = repeated("[", 900) + "x" + repeated("]", 900)
    let path = try Reading.path(of: 900, in: deep)
    #expect(path == "$" + repeated("[0]", 16) + "…" + repeated("[0]", 16))
    let wide = "{\"" + repeated("é", 100_000) + "\":x}"
    #expect(try Reading.path(of: 200_005, in: wide).utf8.count < 400)
  }

  @Test("Descriptions are one line, whatever byte was found")
  func describes() throws {
    for byte in UInt8.min...0x7F {
      guard byte != UInt8(ascii: "]") else { continue }
      let error = try #require(Reading([UInt8(ascii: "["), byte]).error)
      #expect(error.description.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
    #expect(
      Reading("[1 2]").error?.description == "expected ',' or ']', found '2' at byte 3")
  }
}
