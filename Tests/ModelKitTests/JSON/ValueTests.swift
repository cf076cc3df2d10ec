import Foundation
import ModelKit
import SeededRandom
import Testing

@Suite("Trees")
struct ValueTests {
  @Test("Equality follows JSON")
  func comparesAsJSON() throws {
    func value(_ text: String) throws -> JSONValue { try JSONValue(Array(text.utf8)) }
    let equal = [
      (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":10e-1}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
      (#""\u00e9""#, "\"\u{e9}\""), ("[1,[]]", " [ 1.0 , [ ] ] "),
    ]
    for (left, right) in equal {
      #expect(try value(left) == value(right))
      #expect(try value(left).hashValue == value(right).hashValue)
    }
    let different = [
      ("[1,2]", "[2,1]"), ("1", "\"1\""), ("null", "false"), ("{}", "[]"),
      (#"{"a":1}"#, #"{"a":1,"b":1}"#),
      // Equal in Swift, not in JSON.
      ("\"\u{e9}\"", "\"e\u{301}\""), ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}"),
    ]
    for (left, right) in different { #expect(try value(left) != value(right)) }
  }

  @Test("Members keep their order, and the last of duplicate keys wins")
  func keepsOrder() throws {
    let value = try JSONValue(Array(#"{"z":1,"a":2,"z":3}"#.utf8))
    let object = try #require(value.object)
    #expect(object.map(\.key) == ["z", "a", "z"])
    #expect(value["z"] == 3 && value["a"] == 2 && value["b"] == nil)
    #expect(value.text == #"{"z":1,"a":2,"z":3}"#)
  }

  @Test("Members are set, added and removed")
  func changesMembers() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["b"] = "two"
    object["c"] = nil
    object["d"] = [true, nil]
    object["a"] = nil
    #expect(JSONValue.object(object).text == #"{"b":"two","d":[true,null]}"#)
  }

  @Test("Numbers become integers without their fraction, within the range")
  func readsIntegers() throws {
    let values = [
      ("2.7", 2), ("-2.7", -2), ("1e300", Int.max), ("-1e300", Int.min), ("12", 12), ("1e2", 100),
    ]
    for (text, integer) in values {
      #expect(try JSONValue(Array(text.utf8)).integer == integer)
    }
    #expect(JSONValue.string("1").integer == nil)
  }

  @Test("The text is one line with all control characters escaped")
  func escapesControls() {
    let value = JSONValue.string("a\u{0}\u{1b}\n\u{7f}\u{80}\u{9f}\u{a0}é\"\\")
    #expect(value.text == #""a\u0000\u001b\n\u007f\u0080\u009f"# + "\u{a0}é" + #"\"\\""#)
    #expect(Reading(value.text).value == value)
  }

  @Test("Random documents are read like in Foundation, and survive writing")
  func matchesFoundation() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1500 {
      let text = RandomDocument.text(depth: 5, using: &random)
      let ours = try JSONValue(Array(text.utf8))
      let theirs = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      #expect(RandomDocument.agrees(ours, theirs), "\(text)")
      #expect(try JSONValue(ours.encoded()) == ours)
      #expect(Reading.skipping(Array(text.utf8)) == nil)
      let slice = try JSONSlice(Array(text.utf8))
      #expect(try slice.value() == ours)
      #expect(try slice.detached().value() == ours)
    }
  }

  @Test("Damaged random documents are rejected when Foundation rejects them")
  func refusesAsFoundation() throws {
    var random = SeededGenerator(seed: 12)
    var refusedCount = 0
    let bytes: [UInt8] = Array(#"[]{}:,"\ 019-+.eEtfnu/"#.utf8) + [9, 0x1F, 0x80, 0xC3]
    for _ in 0..<4000 {
      var text = Array(RandomDocument.text(depth: 3, using: &random).utf8)
      text[Int.random(in: text.indices, using: &random)] = bytes.randomElement(using: &random) ?? 0
      let ours = Reading(text)
      #expect(ours.error == Reading.skipping(text))
      let theirs = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      if ours.error == nil {
        // Foundation also rejects lone surrogates and numbers beyond the range of doubles.
        if let theirs { #expect(RandomDocument.agrees(ours.value ?? nil, theirs)) }
      } else {
        refusedCount += 1
        // Foundation accepts a comma and white space before the end of an array.
        let isComma = ours.error?.reason == .unexpected(UInt8(ascii: "]"), expected: .value)
        #expect(theirs == nil || isComma, "\(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(refusedCount > 1000)
  }
}
