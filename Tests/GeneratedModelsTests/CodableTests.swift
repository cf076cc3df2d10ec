import FoundationEssentials
import ModelKit
import Testing

@Suite("Generated models and Codable")
struct CodableTests {
  private static let text =
    #"{"id":"l","total_amount":9007199254740993,"rate":null,"home":{"street":"s","x":[1,true]},"#
    + #""presence":"busy"}"#

  private var ledger: Ledger {
    get throws { try Ledger.decode(Array(Self.text.utf8)) }
  }

  @Test("the JSON of a value is the same through an encoder and a decoder of Foundation")
  func roundTrip() throws {
    let data = try JSONEncoder().encode([try ledger])
    #expect(
      try JSONValue.decode(data) == JSONValue.array([JSONValue(Array(Self.text.utf8))]))
    #expect(try JSONDecoder().decode([Ledger].self, from: data) == [try ledger])
  }

  @Test("a property list, which knows other types than JSON, holds a value too")
  func propertyList() throws {
    let value = try ledger.with { $0.rate = 0.5 }
    let data = try PropertyListEncoder().encode(value)
    #expect(try PropertyListDecoder().decode(Ledger.self, from: data) == value)
  }

  @Test("an error has the decoder's path, and the one inside the value")
  func errors() throws {
    let data = Data(#"[{"id":"l","total_amount":"x","home":{"street":"s"}}]"#.utf8)
    do {
      _ = try JSONDecoder().decode([Ledger].self, from: data)
      Issue.record("The amount is not a number.")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.intValue) == [0])
      #expect(context.debugDescription == "$.total_amount: expected a number, found a string")
      #expect(context.underlyingError is JSONError)
    }
  }

  @Test(
    "any tree survives", arguments: ["null", "18446744073709551615", "-1.5", #"[[],{},"",false]"#])
  func trees(_ text: String) throws {
    let value = try JSONValue(Array(text.utf8))
    let data = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([JSONValue].self, from: data) == [value])
  }

  @Test("text in Data is decoded, and reports what lenient fields drop")
  func data() throws {
    let value = try ledger
    #expect(try Ledger.decode(value.encodedData()) == value)
    var issues = JSONIssues()
    let text = #"{"title":"Strict","body":"b","note":null}"#
    #expect(throws: JSONError.self) { try Strict.decode(Data(text.utf8), issues: &issues) }
    _ = try Preset.decode(Data(#"{"text":null}"#.utf8), issues: &issues)
    #expect(issues.list.map(\.path) == ["$.text"])
  }

  @Test("a property has the name that its schema gives it, and its key is the field's")
  func name() throws {
    #expect(try ledger.sum == 9_007_199_254_740_993)
    #expect(Ledger.schema.fields[1].keyPath == ["total_amount"])
  }
}
