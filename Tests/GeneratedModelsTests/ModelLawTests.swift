import ModelKit
import SeededRandom
import Testing

/// The laws of all models, on random values that are the same in each run.
@Suite("Laws of generated models")
struct ModelLawTests {
  private static let rounds = 300

  private func check<M: Model & JSONCodable>(
    _ kind: M.Type, restricted: (M, M.Fields) -> M, make: (inout SeededGenerator) -> M
  ) throws {
    var random = SeededGenerator(seed: 20_261_121)
    var changes = 0
    for _ in 0..<Self.rounds {
      let (first, second, third) = (make(&random), make(&random), make(&random))
      #expect(
        first.merging(second).merging(third) == first.merging(second.merging(third)),
        "Merging is associative.")
      #expect(first.merging(first) == first, "Merging a value with itself changes nothing.")
      let merged = first.merging(second)
      let difference = merged.changed(from: first)
      #expect(difference.isSubset(of: second.isSet), "Only what is set in the newer one changes.")
      let patch = restricted(merged, difference)
      #expect(
        first.merging(patch).changed(from: merged) == [], "The difference restores the value.")
      #expect(first.changed(from: first) == [])
      let decoded = try M.decode(first.encoded())
      #expect(decoded == first, "Decoding gives back what was encoded.")
      #expect(decoded.isSet == first.isSet)
      #expect(decoded.hashValue == first.hashValue, "Equal values have equal hashes.")
      #expect((first == second) == (first.encoded() == second.encoded()), "Equal means equal text.")
      changes += difference.isEmpty ? 0 : 1
    }
    #expect(changes > Self.rounds / 2, "The values are not all alike.")
  }

  @Test("hold for a stored type with nested keys, nulls, defaults and unknown members")
  func stored() throws {
    let id = PersonID(rawValue: "@ann")
    try check(Person.self, restricted: { $0.restricted(to: $1) }) { $0.somebody(id) }
  }

  @Test("hold for a wide type that contains itself")
  func wide() throws {
    try check(Wide.self, restricted: { $0.restricted(to: $1) }) { random in
      random.wide().with { $0.id = "one" }
    }
  }

  @Test("hold for a type of a JSON schema with a constant, other members and a nested type")
  func schema() throws {
    try check(Board.self, restricted: { $0.restricted(to: $1) }) { $0.board() }
  }

  @Test("hold for a nested model whose fields are absent, null or set")
  func nested() throws {
    try check(Address.self, restricted: { $0.restricted(to: $1) }) { $0.address() }
  }

  @Test("hold for a type with dates in any spelling")
  func dates() throws {
    try check(Diary.self, restricted: { $0.restricted(to: $1) }) { $0.diary() }
  }

  @Test(
    "Replacing fields copies value and presence, and replacing them back restores the old value")
  func replacing() {
    var random = SeededGenerator(seed: 7)
    let id = PersonID(rawValue: "@ann")
    for _ in 0..<Self.rounds {
      let (older, newer) = (random.somebody(id), random.somebody(id))
      let fields = newer.changed(from: older)
      let done = older.replacing(fields, from: newer)
      #expect(done.changed(from: newer) == [])
      #expect(done.replacing(fields, from: older).changed(from: older) == [])
    }
  }
}
