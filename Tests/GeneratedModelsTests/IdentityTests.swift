import ModelKit
import Testing

@Suite("Models with an identity in fields")
struct IdentityTests {
  private static func letter(_ json: String) throws -> Missive {
    try Missive.decode(Array(json.utf8))
  }

  @Test("One with the same identity merges, one with another takes its place")
  func fields() throws {
    let old = try Self.letter(
      #"{"sender": {"key": "A", "name": "Ann", "age": 7}, "origin": {"key": "A", "age": 7}}"#)
    let same = try Self.letter(
      #"{"sender": {"key": "A", "name": "Anna"}, "origin": {"key": "A", "name": "Anna"}}"#)
    let other = try Self.letter(
      #"{"sender": {"key": "B", "name": "Bob"}, "origin": {"key": "B", "name": "Bob"}}"#)
    let merged = old.merging(same)
    #expect(merged.sender == Sender(key: "A", name: "Anna", age: 7))
    #expect(merged.origin == Sender(key: "A", name: "Anna", age: 7))
    #expect(old.merging(other) == other)
  }

  @Test("A whole value with another identity takes the place of the older one")
  func values() {
    let ann = Sender(key: "A", name: "Ann", age: 7)
    #expect(ann.merging(Sender(key: "B")) == Sender(key: "B"))
    #expect(ann.merging(Sender(key: "A")) == ann)
  }
}
