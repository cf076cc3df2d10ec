import ModelSchema
import Testing

@Suite("Located JSON")
struct LocatedJSONTests {
  private func parse(
    _ text: String, _ options: LocatedJSON.Options = .init()
  ) -> (value: LocatedJSON?, report: [String]) {
    let (value, diagnostics) = LocatedJSON.parse(
      SourceFile(path: "d.json", text: text), options: options)
    let report = diagnostics.map { diagnostic in
      let severity = diagnostic.severity == .warning ? "warning " : ""
      return "\(diagnostic.location.line):\(diagnostic.location.column) \(severity)"
        + "\(diagnostic.code.rawValue): \(diagnostic.message)"
    }
    return (value, report)
  }

  @Test("Values and keys know their byte ranges")
  func places() throws {
    let text = "{\n  \"a\": [1, \"é\", {\"b\": null}],\n  \"c\": true\n}"
    let (value, report) = parse(text)
    #expect(report.isEmpty)
    let root = try #require(value)
    #expect(root.range == 0..<text.utf8.count)
    let a = try #require(root.member("a"))
    #expect(a.keyRange == 4..<7)
    #expect(a.value.range == 9..<31)
    let elements = try #require(a.value.elements)
    #expect(elements.map(\.range) == [10..<11, 13..<17, 19..<30])
    #expect(elements[1].string == "é")
    #expect(elements[2]["b"]?.isNull == true)
    #expect(root["c"]?.boolean == true)
    #expect(root["d"] == nil)
  }

  @Test("Every kind of value is read")
  func values() {
    #expect(parse("null").value?.isNull == true)
    #expect(parse(" false ").value?.boolean == false)
    #expect(parse("-0.5e+3").value?.number == -500)
    #expect(parse("9223372036854775807").value?.integer == .max)
    #expect(parse("9223372036854775808").value?.integer == nil)
    #expect(parse("1e400").value?.number == nil)
    #expect(parse("[]").value?.elements?.isEmpty == true)
    #expect(parse("{}").value?.members?.isEmpty == true)
    #expect(parse(#""\"\\\/\b\f\n\r\tA""#).value?.string == "\"\\/\u{8}\u{c}\n\r\tA")
    #expect(parse("\u{FEFF}1").value?.integer == 1)
  }

  @Test("Surrogate pairs become one character, and a lone surrogate is replaced")
  func surrogates() {
    #expect(parse(#""\ud83d\ude00""#).value?.string == "\u{1F600}")
    #expect(parse(#""\ud83dx\ude00""#).value?.string == "\u{FFFD}x\u{FFFD}")
    #expect(parse(#""\ud83d\u0041""#).value?.string == "\u{FFFD}A")
    #expect(parse(#""\ud83d\ude00""#).report.isEmpty)
  }

  @Test(
    "Whole numbers are recognised however they are written",
    arguments: [
      ("1.0", 1), ("1e3", 1000), ("-1.50e1", -15), ("0.0", 0), ("100e-2", 1), ("-0", 0),
    ] as [(String, Int64)])
  func wholeNumbers(_ text: String, _ expected: Int64) {
    #expect(parse(text).value?.integer == expected)
  }

  @Test(
    "Fractions and numbers out of bounds are not whole numbers", arguments: ["1.5", "1e-1", "1e30"])
  func noWholeNumbers(_ text: String) {
    #expect(parse(text).value?.integer == nil)
  }

  @Test("Widths are respected")
  func widths() {
    #expect(parse("255").value?.integer(as: UInt8.self) == 255)
    #expect(parse("256").value?.integer(as: UInt8.self) == nil)
    #expect(parse("-1").value?.integer(as: UInt8.self) == nil)
    #expect(parse("-128.0").value?.integer(as: Int8.self) == -128)
  }

  @Test("The same JSON is the same, however it is written")
  func sameness() throws {
    let left = try #require(parse(#"{"a": [1, 2.0], "b": "A"}"#).value)
    let right = try #require(parse(#"{"b":"A","a":[1.0,2]}"#).value)
    let other = try #require(parse(#"{"b":"A","a":[1.0,3]}"#).value)
    #expect(left.isSame(as: right))
    #expect(!left.isSame(as: other))
  }

  @Test("Several errors are found in one run, and the valid parts around them are read")
  func recovery() throws {
    let (value, report) = parse(
      """
      {
        "a": 01,
        "b" 2,
        'c': [1 2,],
        d: tru,
        "e": 5
      }
      """)
    #expect(
      report == [
        "2:8 syntax: a number has a leading zero",
        "3:7 syntax: found '2' where the colon after a key is expected",
        "4:3 syntax: a string is in single quotation marks",
        "4:11 syntax: found '2' where a comma is expected",
        "4:12 trailing-comma: a comma follows the last value",
        "5:3 syntax: a key has no quotation marks",
        "5:6 syntax: 'tru' is not a JSON value",
      ])
    let root = try #require(value)
    #expect(root.members?.map(\.key) == ["a", "b", "c", "d", "e"])
    #expect(root["b"]?.integer == 2)
    #expect(root["c"]?.elements?.count == 2)
    #expect(root["e"]?.integer == 5)
  }

  @Test(
    "Every error has a location and a text",
    arguments: [
      ("", "1:1 syntax: the file is empty"),
      ("1 2", "1:3 syntax: found '2' after the end of the value"),
      ("[1", "1:3 syntax: the array of line 1, column 1 is not closed"),
      ("{\"a\":", "1:6 syntax: a value is missing at the end of the file"),
      ("{\"a\":}", "1:6 syntax: a value is missing before '}'"),
      ("[,1]", "1:2 syntax: a value is missing before ','"),
      ("{,}", "1:2 syntax: a member is missing before this comma"),
      ("{:1}", "1:2 syntax: a key is missing before this colon"),
      ("[1}", "1:3 syntax: found '}' where ']' is expected"),
      ("[1.]", "1:4 syntax: a digit is missing after the decimal point"),
      ("[-]", "1:3 syntax: a digit is missing in this number"),
      ("[1e]", "1:4 syntax: a digit is missing in the exponent"),
      ("[1x]", "1:3 syntax: found 'x' in a number"),
      ("[+1]", "1:2 syntax: '+1' is not a JSON value"),
      ("[NaN]", "1:2 syntax: 'NaN' is not a JSON value"),
      ("[\"a\nb\"]", "1:2 syntax: a string is not closed on its line"),
      ("\"\\x\"", "1:2 syntax: JSON has no escape '\\' with 'x'"),
      ("\"\\u12g4\"", "1:2 syntax: four hexadecimal digits are expected after \\u"),
      ("\"a\tb\"", "1:3 syntax: the control character 0x09 is in a string"),
      ("[1, // one\n2]", "1:5 syntax: JSON does not allow comments"),
      ("/* a */ 1", "1:1 syntax: JSON does not allow comments"),
      ("[1,]", "1:3 trailing-comma: a comma follows the last value"),
      ("[\u{7F}]", "1:2 syntax: '?' is not a JSON value"),
    ])
  func errors(_ text: String, _ expected: String) {
    #expect(parse(text).report.first == expected)
  }

  @Test("Bytes that are not UTF-8 are rejected at their location")
  func encoding() {
    let cases: [([UInt8], Int)] = [
      ([0x22, 0xFF, 0x22], 2), ([0x22, 0xC3], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
      ([0x22, 0xC0, 0x80, 0x22], 2), ([0x22, 0xF4, 0x90, 0x80, 0x80], 2),
      ([0x22, 0xE2, 0x82, 0x22], 2),
    ]
    for (bytes, column) in cases {
      let (value, diagnostics) = LocatedJSON.parse(SourceFile(path: "d", bytes: bytes))
      #expect(value == nil)
      #expect(diagnostics.map(\.code) == [.notUTF8])
      #expect(diagnostics.first?.location.column == column)
    }
  }

  @Test("The last value of a duplicate key wins, and the key is reported")
  func duplicates() {
    let (value, report) = parse("{\"a\": 1,\n \"a\": 2}")
    #expect(value?["a"]?.integer == 2)
    #expect(value?.members?.count == 1)
    #expect(
      report == [
        "2:2 duplicate-key: the key \"a\" is already in line 1, with another value"
      ])
    #expect(
      parse("{\"a\": 1, \"a\": 1.0}").report == [
        "1:10 warning duplicate-key: the key \"a\" is already in line 1, with the same value"
      ])
  }

  @Test("Keys are compared by their bytes, also in large objects")
  func keys() {
    #expect(parse("{\"\\u00e9\": 1, \"e\\u0301\": 2}").report.isEmpty)
    let many = (0..<40).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let (value, report) = parse("{\(many), \"k7\": 0}")
    #expect(value?.members?.count == 40)
    #expect(value?["k7"]?.integer == 0)
    #expect(report.count == 1)
  }

  @Test("The options set the severity of trailing commas and duplicate keys")
  func options() {
    let lenient = LocatedJSON.Options(trailingCommas: .warning, duplicateKeys: .warning)
    let (_, report) = parse("{\"a\": 1, \"a\": [2,],}", lenient)
    #expect(report.count == 3)
    #expect(report.allSatisfy { $0.contains("warning") })
    #expect(report.contains { $0.hasSuffix("with another value; this one counts") })
  }

  @Test("Depth has a limit, and deeper values are skipped")
  func depth() {
    let inside = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(parse(inside).report.isEmpty)
    let (value, report) = parse("{\"a\": [[[\"]\"]]], \"b\": 1}", .init(maximumDepth: 2))
    #expect(report == ["1:8 nesting-too-deep: values are nested more than 2 deep"])
    #expect(value?["b"]?.integer == 1)
    #expect(parse(String(repeating: "[", count: 100_000)).report.count < 200)
  }

  @Test("After enough errors the rest is skipped")
  func limit() {
    let text = "[" + String(repeating: "x, ", count: 1000) + "1]"
    #expect(parse(text, .init(maximumDiagnosticCount: 5)).report.count == 5)
  }
}
