import Testing

@testable import MatrixWire

@Suite("JSON value")
struct JSONValueTests {
  @Test("keeps every kind of value and writes it again")
  func roundTrip() throws {
    let text = #"{"a":[1,-2.5,true,null,"x\"\\\n"],"b":{}}"#

    #expect(try decoded(text, as: JSONValue.self).text == text)
  }

  @Test(
    "writes control characters as escapes",
    arguments: [
      ("\u{1B}[2J", "\"\\u001b[2J\""), ("\u{9B}x", "\"\\u009bx\""), ("é😀", "\"é😀\""),
      ("\u{0}", "\"\\u0000\""), ("\u{7F}", "\"\\u007f\""),
    ])
  func escapes(value: String, text: String) {
    #expect(JSONValue.string(value).text == text)
  }

  @Test("values deeper than the limit are left out, the rest stays")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    }
    func depth(of value: JSONValue) -> Int { value["a"].map { depth(of: $0) + 1 } ?? 0 }

    #expect(try depth(of: decoded(nested(50))) == 50)
    let cut: JSONValue = try decoded(#"{"a":\#(nested(300)),"b":2}"#)
    #expect(depth(of: cut) == JSONValue.maximumDepth)
    #expect(cut["b"]?.integer == 2)
  }

  @Test("whole numbers are read in every spelling and clamped")
  func integers() throws {
    let list: JSONValue = try decoded("[1, 1.0, -3, 1e3, 9223372036854775808, -1e300, 2.7]")

    #expect(
      list.array?.map(\.integer) == [1, 1, -3, 1000, Int.max, Int.min, 2])
  }

  @Test("a number out of range costs only itself")
  func outOfRange() throws {
    let object: JSONValue = try decoded(#"{"x":1e999,"y":[1e999,1],"z":"kept"}"#)

    #expect(object["x"] == nil)
    #expect(object["y"]?.array == [.null, .integer(1)])
    #expect(object["z"]?.string == "kept")
  }

  @Test(
    "a document that is no JSON is refused",
    arguments: ["", "{", "<html>", #"{"a":NaN}"#, "[1 2]", String(repeating: "[", count: 600)])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try decoded(text, as: JSONValue.self) }
  }
}
