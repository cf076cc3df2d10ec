import FoundationEssentials
import ModelKit
import SeededRandom
import Testing

@Suite("Transformers")
struct TransformerTests {
  private func date(_ text: String) throws -> Double {
    try Date.decode(Array("\"\(text)\"".utf8)).timeIntervalSince1970
  }

  @Test(
    "ISO 8601 times are read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2001-01-01T00:00:00Z", 978_307_200),
      ("2024-02-29T12:34:56.5Z", 1_709_210_096.5), ("1969-12-31T23:59:59Z", -1),
      ("2026-11-21T13:00:00+01:00", 1_795_262_400), ("2026-11-21t12:00:00z", 1_795_262_400),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("0000-03-01T00:00:00Z", -62_162_035_200),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-02-29T00:00:00-00:30", 951_784_200),
      ("1900-03-01 00:00:00Z", -2_203_891_200),
    ])
  func readsTimes(_ text: String, _ seconds: Double) throws {
    #expect(try date(text) == seconds)
  }

  @Test(
    "Times that do not exist are rejected",
    arguments: [
      "", "2024", "2024-01-01", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
      "2024-13-01T00:00:00Z",
      "2024-00-01T00:00:00Z", "2024-01-32T00:00:00Z", "2024-04-31T00:00:00Z",
      "2024-01-01T24:00:00Z",
      "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00:00",
      "2024-01-01T00:00:00.Z",
      "2024-01-01T00:00:00+1:00", "2024-01-01T00:00:00Zx", "24-01-01T00:00:00Z",
      "2024-01-01T00:00:00+24:00",
    ])
  func refusesTimes(_ text: String) {
    let error = JSONError(.invalid("a date such as 2026-11-21T12:00:00Z"), offset: 0)
    #expect(throws: error) { try date(text) }
  }

  @Test("Times are written in UTC and read as the same, over the whole range")
  func writesTimes() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let milliseconds = Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let bytes = date.encoded()
      #expect(try Date.decode(bytes).timeIntervalSince1970 == date.timeIntervalSince1970)
      // Foundation truncates fractions, so only the seconds are compared.
      if milliseconds > -10_000_000_000_000 {
        let text = String(decoding: bytes.dropFirst().prefix(19), as: UTF8.self)
        #expect(date.formatted(.iso8601).hasPrefix(text))
      }
    }
  }

  @Test("Milliseconds and seconds are read and written as numbers")
  func readsNumbers() throws {
    func text<T: JSONTransformer>(_ type: T.Type, _ value: T.Value) -> String {
      var writer = JSONWriter()
      T.encode(value, to: &writer)
      return String(decoding: writer.finish(), as: UTF8.self)
    }
    var reader = JSONReader(try JSONDocument("[1795229562763,1795229562.5]"))
    try reader.beginArray()
    _ = try reader.nextElement()
    let first = try MillisecondsDateTransformer.decode(from: &reader)
    #expect(text(MillisecondsDateTransformer.self, first) == "1795229562763")
    _ = try reader.nextElement()
    let second = try SecondsDateTransformer.decode(from: &reader)
    #expect(text(SecondsDateTransformer.self, second) == "1795229562.5")
    #expect(text(SecondsDateTransformer.self, Date(timeIntervalSince1970: 12)) == "12")
    #expect(text(MillisecondsDateTransformer.self, .distantFuture).hasPrefix("6"))
  }

  @Test("Only base64 is read, with and without padding")
  func readsBase64() throws {
    func bytes(_ text: String) throws -> [UInt8] {
      Array(try Data.decode(Array("\"\(text)\"".utf8)))
    }
    #expect(try bytes("") == [])
    #expect(try bytes("AA==") == [0] && bytes("AA") == [0] && bytes("+/8=") == [0xFB, 0xFF])
    #expect(try bytes(#"\u0041AAA"#) == [0, 0, 0])
    for wrong in [
      "A", "AA=", "A===", "AAAA=", "AA==AA", "AB", "A-_A", "AA A", "=", "AAAAA", "\u{e9}AAA",
    ] {
      #expect(throws: JSONError(.invalid("base64 text"), offset: 0)) { try bytes(wrong) }
    }
    var random = SeededGenerator(seed: 9)
    for count in 0..<200 {
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      #expect(try Data.decode(data.encoded()) == data)
      #expect(
        String(decoding: data.encoded(), as: UTF8.self) == "\"\(data.base64EncodedString())\"")
    }
  }

  private struct UserID: JSONIdentifier {
    let rawValue: String

    init?(_ text: String) {
      guard text.hasPrefix("@") else { return nil }
      rawValue = text
    }
  }

  @Test("Identifiers are strings, checked as values and as keys")
  func readsIdentifiers() throws {
    let table = try [UserID: Int].decode(Array(#"{"@a":1,"\u0040b":2}"#.utf8))
    #expect(table.map(\.key.rawValue).sorted() == ["@a", "@b"])
    #expect(String(decoding: table.encoded(), as: UTF8.self) == #"{"@a":1,"@b":2}"#)
    #expect(throws: JSONError(.invalid("an identifier"), offset: 1)) {
      try [UserID].decode(Array(#"["a"]"#.utf8))
    }
    #expect(throws: JSONError.self) { try [UserID: Int].decode(Array(#"{"a":1}"#.utf8)) }
  }
}
