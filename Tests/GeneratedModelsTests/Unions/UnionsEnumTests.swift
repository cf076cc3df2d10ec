import ModelKit
import Testing

@Suite("Open enumerations and unions by kind")
struct UnionsEnumTests {
  private func setting(_ text: String) throws -> Setting {
    try Setting.decode(Array(text.utf8))
  }

  private func again(_ text: String) throws -> String {
    String(decoding: try setting(text).encoded(), as: UTF8.self)
  }

  @Test("read known raw values as cases, escaped ones too")
  func known() throws {
    #expect(try setting(#"{"value":1,"mode":"on"}"#).mode == .on)
    #expect(try setting(#"{"value":1,"mode":"\u006f\u006e"}"#).mode == .on)
    #expect(try setting(#"{"value":1,"mode":"unknown"}"#).mode == .unknown)
    #expect(try setting(#"{"value":1,"mode":"default"}"#).mode == .default)
    #expect(try setting(#"{"value":1,"mode":"m.x.y"}"#).mode?.rawValue == "m.x.y")
    #expect(try setting(#"{"value":1,"mode":"\u00fcn\u00EF"}"#).mode?.rawValue == "ünï")
    #expect(try setting(#"{"value":1,"level":50}"#).level?.rawValue == 50)
  }

  @Test("keep other raw values and write them back unchanged")
  func unknown() throws {
    let value = try setting(#"{"value":1,"mode":"oN","level":-7}"#)
    #expect(value.mode == .unrecognized("oN"))
    #expect(value.level == .unknown(-7))
    #expect(try again(#"{"value":1,"level":-7,"mode":"oN"}"#).contains(#""level":-7"#))
    #expect(try again(#"{"value":1,"mode":"a\"b"}"#).contains(#""mode":"a\"b""#))
    #expect(Setting.SettingMode(rawValue: "on") == .on)
    #expect(Setting.SettingMode(rawValue: "other") == .unrecognized("other"))
  }

  @Test("reject a raw value of another kind")
  func wrongKind() {
    #expect(throws: JSONError.self) { try setting(#"{"value":1,"mode":{}}"#) }
    #expect(throws: JSONError.self) { try setting(#"{"value":1,"level":"1"}"#) }
  }

  @Test("distinguish values by kind, and whole numbers from others")
  func kinds() throws {
    #expect(try setting(#"{"value":"a"}"#).value == .string("a"))
    #expect(try setting(#"{"value":1,"count":3}"#).count == .integer(3))
    #expect(try setting(#"{"value":1,"count":"3"}"#).count == .string("3"))
    #expect(try setting(#"{"value":1,"count":3e2}"#).count == .integer(300))
    #expect(try setting(#"{"value":1,"count":null}"#).isSet.contains(.count))
    #expect(try setting(#"{"value":1,"count":2.50}"#).count?.description == "unknown(2.50)")
    #expect(try setting(#"{"value":2.5}"#).value == .number(2.5))
    #expect(try setting(#"{"value":true}"#).value == .boolean(true))
    #expect(try setting(#"{"value":["a"]}"#).value == .array(["a"]))
    #expect(try setting(#"{"value":{"a" : [1]}}"#).value.description == #"unknown({"a" : [1]})"#)
  }

  @Test(
    "write what they have read",
    arguments: [
      #"{"value":"a"}"#, #"{"value":"a","count":3}"#, #"{"value":"a","count":2.50}"#,
      #"{"value":2.5}"#, #"{"value":false}"#,
      #"{"value":[]}"#, #"{"value":{"a" : [1]}}"#,
    ])
  func identity(document: String) throws {
    #expect(try again(document) == document)
  }
}
