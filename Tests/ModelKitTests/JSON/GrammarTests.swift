import ModelKit
import Testing

@Suite("Grammar")
struct GrammarTests {
  static let accepted: [String] = [
    // Structure and white space.
    "[]", "{}", " [ ] ", "\t{\n}\r", "[[]]", "[[],[[]]]", #"{"a":{}}"#, #"{"a":[]}"#, "[1,2]",
    " [1\n,\r2 ,\t3 ] ", #"{ "a" : 1 , "b" : 2 }"#, #"{"":0}"#, #"{"a":1,"a":2}"#,
    #"{"a":1,"a":1}"#, #"{"\u0061":1}"#, #"{"a\u0000b":1}"#, "[null, 1, \"1\", {}]", "[1 ]",
    // Scalars alone.
    "null", "true", "false", "42", "-0", "\"\"", " \"text\" ", "[null]", "[true]", "[false]",
    "[1]\n",
    // Numbers.
    "[0]", "[-0]", "[-1]", "[123]", "[0.0]", "[-0.5]", "[1e1]", "[1E1]", "[1e+1]", "[1e-1]",
    "[1.5e10]", "[0e0]", "[0e+1]", "[20e1]", "[123.456e-78]", "[1E+2]", "[1E-2]",
    "[-123456789012345678901234567890]", "[0.4e006699999999]", "[1.0e-400]",
    // Strings.
    #"["\"\\\/\b\f\n\r\t"]"#, #"["\u0020\uAbCd"]"#, #"["\\u0000"]"#, #"["\\"]"#, #"["\\n"]"#,
    #"["\ud83d\ude00"]"#, #"["\uDBFF\uDFFF"]"#, #"["\u2028"]"#, "[\"\u{2028}\u{2029}\"]",
    "[\"\u{7f}\"]", "[\"\u{ffff}\u{10ffff}\"]", "[\"€𝄞\"]", "[\"// no comment /* */\"]",
    #"["\u0000"]"#, #"["\uD834\uDD1E text"]"#, #"["'"]"#, "[\"\u{0}".dropLast() + "a\"]",
    #"["a","b"]"#, "[\"asd \"]", #"["\u0022"]"#, #"["\u005C"]"#,
  ]

  static let refused: [String] = [
    // Empty input, and content after a value.
    "", " ", "\n", "[1]x", "[]]", "{}}", "1 2", "[][]", "\"a\" \"b\"", "[1],", "{}#", "true false",
    "[1]\u{0}", "nulll", "[a]", "abc", "*", "<null>", "[<null>]", "]", "}", ",", ":", "\u{feff}",
    "\u{feff}{}", "\u{2060}[]", "[\u{c}]", "\u{a0}1", "å", "[\u{b}1]",
    // Arrays.
    "[", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1,,2]", "[1 true]", "[1:2]", "[\"\": 1]", "[1;2]",
    "[}", "[1}", "[\n4,\n5,", "[\"a\",\n4\n,1,", "[[[[", "[]a", "[-]", "[*]", "[\"x\"", "[\"",
    "[1,\n1\n,1", "[\"\",]", "[\"x\",,]", "[3[4]]", "[{}", "[1 000.0]", "(1)",
    // Objects.
    "{", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":1,}"#, #"{"a":1,,"b":2}"#, "{,}",
    #"{"a" 1}"#, #"{"a",1}"#, #"{"a"::1}"#, "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{[]:1}",
    #"{"a":1 "b":2}"#, #"{"a":1]"#, #"{"a":}"#, #"{"a":"b"}/**/"#, #"{"a":"b"}//"#, "{]",
    #"{"a":"a" 123}"#, #"{"a":/**/1}"#, #"{"a"}"#, #"{"a":b}"#, "{\"é\":\"0\",}", "{\u{1F1E8}}",
    #"{"a":true} "x""#, #"{"a":"b"#, #"{"a":"b"#, "{{}}", #"{"a":1}}"#, #"{:"b"}"#, "{9999E9999:1}",
    // Literals.
    "nul", "n", "tru", "t", "fals", "f", "True", "NULL", "[nul]", "[tru]", "[fals]", "truth",
    "[nan]",
    "[NaN]", "[Infinity]", "[-Infinity]", "[inf]", "[undefined]", "[True]", "[TRUE]", "[nulL]",
    // Numbers.
    "-", "+1", "[+1]", "[01]", "[-01]", "[00]", "[1.]", "[.5]", "[-.5]", "[1.e1]", "[1e]", "[1e+]",
    "[1E]", "[1e-]", "[1e1.5]", "[1.2.3]", "[0x10]", "[1_000]", "[1a]", "[--1]", "[1-2]", "[1+2]",
    "[- 1]", "[0.e1]", "[0e]", "[1eE2]", "[0.3e]", "[-012]", "[2.e3]", "[1.5e]", "[++1]", "[-1.0.]",
    "[0E+]", "[1ea]", "[0.1.2]", "[-2.]", "[.-1]", "[-a]", "[1 0]", "[１]", "[0 1]", "[.1]",
    "[9.e+]", "[1e1e1]",
    // Strings.
    "\"", "[\"a]", #"["\"]"#, #"["\x41"]"#, #"["\a"]"#, #"["\U0041"]"#, #"["\u"]"#, #"["\u1"]"#,
    #"["\u12"]"#, #"["\u123"]"#, #"["\u123g"]"#, #"["\uG000"]"#, #"["\u00 0"]"#, #"["\'"]"#,
    #"["\0"]"#, "['a']", "[\"\n\"]", "[\"\t\"]", "[\"\u{1}\"]", "[\"\u{1f}\"]", "[\"a\u{0}b\"]",
    #"["\ud800\u"]"#, #"["\ud800\u1"]"#, #"["\ud800\u1x"]"#, "[\"\\\n\"]", "[\"\\\u{e9}\"]",
    "[\"\\\u{0}\"]", "[\"\\", "\"\\u", "\"\\u12", "[\"\\\\\\\"]", "a\"b\"", "[\"\\🌀\"]", "\"`",
    #"["\u+041"]"#, #"["\u-041"]"#, #"["\u004"]"#, #"["\u::::"]"#, #"["\u@000"]"#, #"["\u`000"]"#,
    #"["\u000/"]"#,
  ]

  @Test("Valid documents are read and skipped", arguments: accepted)
  func accepts(_ text: String) {
    let reading = Reading(text)
    #expect(reading.error == nil)
    #expect(Reading.skipping(Array(text.utf8)) == nil)
  }

  @Test("Invalid documents are rejected, read or skipped", arguments: refused)
  func refuses(_ text: String) throws {
    let error = try #require(Reading(text).error)
    #expect(!error.isRecoverable)
    #expect(Reading.skipping(Array(text.utf8)) == error)
  }

  @Test("Invalid documents are also rejected after white space and inside an array")
  func refusesInside() {
    for text in Self.refused where text.utf8.first != UInt8(ascii: "\u{0}") {
      // A text that only ends too early may be completed by what follows it.
      guard Reading(text).error?.reason != .unexpectedEnd else { continue }
      #expect(Reading.skipping(Array((repeated(" ", 37) + text).utf8)) != nil, "\(text)")
      #expect(Reading("[[1,2,3],[" + text + "]]").error != nil || Reading("[\(text)]").error == nil)
    }
  }

  @Test("Every prefix of a document is rejected, and never read beyond its end")
  func refusesBeginnings() {
    let text = #"{"a":[1.5e3,true,null,"\u00e9\n\ud83d\ude00 long enough for two blocks"],"b":{}}"#
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      let error = Reading(Array(bytes[..<count])).error
      #expect(error?.reason == .unexpectedEnd, "\(count) bytes")
      #expect(error?.offset == count)
    }
  }

  @Test("Reading and skipping agree on a document with one byte changed")
  func judgesAlike() {
    let text = #"{"k":[-10.25e+2,true,false,null,"\u00e9\\ \" x"], "l" : {"m":[]}}"#
    var bytes = Array(text.utf8)
    for index in bytes.indices {
      let original = bytes[index]
      for byte in UInt8.min...UInt8.max {
        bytes[index] = byte
        let isSame = Reading(bytes).error == Reading.skipping(bytes)
        if !isSame { Issue.record("byte \(byte) at \(index)") }
      }
      bytes[index] = original
    }
  }
}
