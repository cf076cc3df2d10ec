import ModelKit
import Testing

@Suite("Lenience")
struct LenienceTests {
  /// A number that is accepted only below 100, in nested lists that drop what they cannot read.
  private struct Small: JSONDecodable, Equatable {
    var value: Int

    static func decode(from reader: inout JSONReader) throws(JSONError) -> Small {
      let start = reader.mark
      let value = try reader.readInteger(Int.self)
      guard value < 100 else { throw reader.error(.invalid("a small number"), at: start) }
      return Small(value: value)
    }
  }

  private struct Row: JSONDecodable, Equatable {
    var numbers: [Small]

    static func decode(from reader: inout JSONReader) throws(JSONError) -> Row {
      let start = reader.mark
      let numbers = try reader.readLenientArray { reader throws(JSONError) in
        try Small.decode(from: &reader)
      }
      guard !numbers.isEmpty else { throw reader.error(.invalid("a row with numbers"), at: start) }
      return Row(numbers: numbers)
    }
  }

  private struct Rows: JSONDecodable {
    var rows: [Row]

    static func decode(from reader: inout JSONReader) throws(JSONError) -> Rows {
      Rows(
        rows: try reader.readLenientArray { reader throws(JSONError) in
          try Row.decode(from: &reader)
        })
    }
  }

  @Test("One bad element of a thousand costs that element and is reported with its path")
  func dropsOne() throws {
    var elements = (0..<1000).map { "[\($0 % 100)]" }
    elements[437] = #"[{"a":[1,2,"\u00e9"]}, 5]"#
    var issues = JSONIssues()
    let bytes = Array(("[" + elements.joined(separator: ",") + "]").utf8)
    let rows = try Rows.decode(bytes, issues: &issues).rows
    #expect(rows.count == 1000)
    #expect(rows[437] == Row(numbers: [Small(value: 5)]))
    #expect(issues.count == 1)
    #expect(issues.list.map(\.path) == ["$[437][0]"])
    #expect(issues.list.map(\.reason) == [.mismatch(expected: .number, found: .object)])
  }

  @Test("Values dropped inside a dropped value count once")
  func countsOnce() throws {
    var issues = JSONIssues()
    let text = #"[[1],[100,200,300],"x",[2,"y"]]"#
    let rows = try Rows.decode(Array(text.utf8), issues: &issues).rows
    #expect(rows.map(\.numbers) == [[Small(value: 1)], [Small(value: 2)]])
    #expect(issues.list.map(\.path) == ["$[1]", "$[2]", "$[3][1]"])
    #expect(issues.count == 3)
  }

  @Test("Reports are limited, and the rest is counted")
  func limitsReports() throws {
    let text = "[" + repeated("[\"bad\",1],", 100_000) + "[1]]"
    var issues = JSONIssues()
    let limits = JSONLimits(maximumReportedIssues: 7)
    let rows = try Rows.decode(Array(text.utf8), limits: limits, issues: &issues).rows
    #expect(rows.count == 100_001)
    #expect(issues.count == 100_000)
    #expect(issues.list.map(\.path) == (0..<7).map { "$[\($0)][0]" })
    #expect(issues.unreportedCount == 99_993)
    #expect(issues.description.hasSuffix("\nand 99993 more"))
  }

  @Test("Paths of many issues take one scan of the document")
  func locatesInOneScan() throws {
    // One scan per issue would scan 400 kB 100,000 times.
    let text = "[" + repeated("\"bad\",", 100_000) + "[1]]"
    var issues = JSONIssues()
    let limits = JSONLimits(maximumReportedIssues: 1_000_000)
    _ = try Rows.decode(Array(text.utf8), limits: limits, issues: &issues)
    #expect(issues.list.count == 100_000)
    #expect(issues.list.last?.path == "$[99999]")
  }

  @Test("A document that is not JSON is rejected, lenient or not")
  func refusesBrokenDocuments() {
    for text in ["[[1],[1 2]]", "[[1],[\"\\x\"]]", "[[1],[nul]]", "[[1],[2]", "[[1],[2]]]"] {
      #expect(throws: JSONError.self) { try Rows.decode(Array(text.utf8)) }
    }
  }

  @Test("A lenient table drops single members")
  func dropsMembers() throws {
    var reader = JSONReader(try JSONDocument(#"{"a":1,"b":"x","c":3,"a":4}"#))
    let table: [String: Int] = try reader.readLenientTable { reader throws(JSONError) in
      try reader.readInteger(Int.self)
    }
    try reader.finish()
    #expect(table == ["a": 4, "c": 3])
    #expect(reader.issues().list.map(\.path) == ["$.b"])
  }
}
