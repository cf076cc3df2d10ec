import ModelKit
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  private struct Name: JSONIdentifier {
    let rawValue: String
    init?(_ text: String) { rawValue = text }
  }

  @Test("are the same if their bytes are, also in sets")
  func bytes() throws {
    let composed = try #require(Name("caf\u{e9}"))
    let decomposed = try #require(Name("cafe\u{301}"))
    #expect(composed.rawValue == decomposed.rawValue && composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)

    // Built in another way, the same bytes are the same identifier.
    let again = try #require(Name(["ca", "f\u{e9}"].joined()))
    #expect(again == composed && again.hashValue == composed.hashValue)
    #expect([composed: 1][again] == 1)
  }
}
