import ModelKit
import SeededRandom
import Testing

@Suite("UTF-8")
struct EncodingTests {
  static let invalid: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
    [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
    [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
    [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xF0, 0x9F, 0x28, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80],
  ]

  @Test("Bytes that are not UTF-8 are rejected with their location", arguments: invalid)
  func refuses(_ bytes: [UInt8]) {
    for count in [0, 1, 7, 15, 16, 47, 62, 63, 64, 65, 127, 200] {
      let start = Array(("\"" + repeated("a", count)).utf8)
      let error = Reading(start + bytes + [UInt8(ascii: "\"")]).error
      #expect(error == JSONError(.invalidUTF8, offset: start.count))
    }
  }

  @Test("A sequence cut off by the end of the document is rejected")
  func refusesCut() {
    for scalar in ["é", "€", "😀"] {
      let bytes = Array(("\"" + scalar).utf8).dropLast()
      #expect(Reading(Array(bytes)).error == JSONError(.invalidUTF8, offset: 1))
    }
  }

  @Test("UTF-16 and UTF-32 are rejected")
  func refusesOtherEncodings() {
    #expect(Reading([0x00, 0x5B, 0x00, 0x5D]).error != nil)
    #expect(Reading([0x5B, 0x00, 0x5D, 0x00]).error != nil)
    #expect(Reading([0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]).error?.reason == .invalidUTF8)
  }

  @Test("Every scalar is read literally and as an escape")
  func readsScalars() throws {
    for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 251) {
      guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
      let text = String(Character(scalar))
      #expect(
        Reading("\"" + text + "\"").value?.string?.unicodeScalars.elementsEqual([scalar]) == true)
      let escapes = text.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + repeated("0", 4 - digits.count) + digits
      }
      let read = try #require(Reading("\"" + escapes.joined() + "\"").value?.string)
      #expect(read.unicodeScalars.elementsEqual([scalar]))
    }
  }

  @Test("Random bytes are judged like in the standard library")
  func judgesRandomBytes() {
    var random = SeededGenerator(seed: 1)
    let leads: [UInt8] = [
      0x41, 0x7F, 0x80, 0xBF, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0x9F, 0xA0,
    ]
    for _ in 0..<4000 {
      var bytes = (0..<Int.random(in: 0...90, using: &random)).map { _ in UInt8(ascii: "a") }
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = leads[Int.random(in: leads.indices, using: &random)]
      }
      let document = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect((Reading(document).error?.reason == .invalidUTF8) != isValid, "\(bytes)")
    }
  }
}
