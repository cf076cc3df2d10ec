import ModelKit
import Testing

@Suite("Generated types of equivalent names")
struct AccentTests {
  private static let first = "\u{E9}"
  private static let second = "e\u{301}"

  private func bytes(_ kind: String) -> [UInt8] {
    Array(
      "{\"\(Self.first)\":\"a\",\"\(Self.second)\":4,\"kind\":\"\(kind)\"}".utf8)
  }

  @Test("keys and values with different scalars are different", arguments: [first, second])
  func exact(_ kind: String) throws {
    let value = try Accents.decode(bytes(kind))
    #expect(value.encoded() == bytes(kind))
    let raw = try #require(value.kind).rawValue
    #expect(raw.utf8.elementsEqual(kind.utf8))
    #expect(Accents.Kind(rawValue: kind) == value.kind)
    #expect(Accents.Kind(rawValue: Self.first) != Accents.Kind(rawValue: Self.second))
  }

  @Test("only the required key must be present")
  func required() throws {
    #expect(throws: JSONError.self) {
      try Accents.decode(Array("{\"\(Self.first)\":\"a\"}".utf8))
    }
    _ = try Accents.decode(Array("{\"\(Self.second)\":1}".utf8))
  }
}
