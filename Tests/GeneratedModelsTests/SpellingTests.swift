import FoundationEssentials
import ModelKit
import SeededRandom
import Testing

@Suite("Original texts of dates")
struct SpellingTests {
  private static let text =
    #"{"id":"d","begin":"2026-11-23T12:00:00.123456+01:00","end":"2026-11-23t12:00:00z","#
    + #""visits":["2026-01-01T00:00:00Z","2026-01-01T00:00:00.0Z"],"#
    + #""birthdays":{"ann":"1970-01-01T00:00:00.50Z"},"saved":1.50e9}"#

  private func diary(_ text: String = Self.text) throws(JSONError) -> Diary {
    try Diary.decode(Array(text.utf8))
  }

  private func text(_ value: some JSONEncodable) -> String {
    String(decoding: value.encoded(), as: UTF8.self)
  }

  @Test("are written back")
  func roundTrip() throws {
    #expect(text(try diary()) == Self.text)
    #expect(try diary(text(diary())) == diary())
  }

  @Test("are dropped with their value")
  func changes() throws {
    let begin = Date(timeIntervalSince1970: 0)
    let changed = try diary().with {
      $0.begin = begin
      $0.end = nil
      $0.saved = begin
    }
    #expect(text(changed).contains(#""begin":"1970-01-01T00:00:00Z","end":null"#))
    #expect(text(changed).contains(#""saved":0"#))
    #expect(text(changed).contains("00:00:00.0Z"), "The others stay.")
    let canonical = try diary(text(changed))
    #expect(canonical == changed, "Nothing is left of a dropped text.")
  }

  @Test("merge, and are copied for undo, with their values")
  func merging() throws {
    let other =
      try diary(Self.text.replacing("123456+01:00", with: "123456+02:00")).restricted(to: .begin)
    let merged = try diary().merging(other)
    #expect(text(merged) == Self.text.replacing("123456+01:00", with: "123456+02:00"))
    let plain = Diary(
      id: "d", begin: other.begin, visits: [], saved: Date(timeIntervalSince1970: 0))
    #expect(text(merged.merging(plain)).contains(#""begin":"2026-11-23T10:00:00.123Z""#))
    #expect(text(plain.replacing(.begin, from: merged)).contains("123456+02:00"))
    #expect(!text(merged.replacing(.end, from: plain)).contains("end"))
    #expect(!text(merged.restricted(to: .id)).contains("23t12:00:00z"))
    #expect(merged.restricted(to: .all) == merged)
  }

  @Test("of duplicate keys and of older keys count like their values")
  func repeated() throws {
    let rest = Self.text.dropFirst(#"{"id":"d""#.count)
    let earlier = #"{"id":"d","begin":"2026-11-23T12:00:00.5-01:00","begun":"2026-11-23T12:00:00Z""#
    #expect(text(try diary(earlier + rest)) == Self.text)
    let later = Self.text.dropLast() + #","begin":"2026-11-23T12:00:00Z"}"#
    #expect(
      text(try diary(String(later)))
        == Self.text.replacing("12:00:00.123456+01:00", with: "12:00:00Z"))
  }

  @Test("are kept without set bits, and not without unknown members")
  func features() throws {
    let due = #"{"due":"2026-11-23T12:00:00+01:00"}"#
    #expect(text(try Ticket.decode(Array(due.utf8))) == due)
    #expect(
      text(try Stamp.decode(Array(due.utf8))) == #"{"due":"2026-11-23T11:00:00Z"}"#)
  }
}
