import Testing

@testable import MatrixGrammar

@Suite("Grammar of Matrix")
struct GrammarTests {
  @Test("an identifier with a server is cut at its first colon")
  func named() throws {
    let name = try #require(NamedIdentifier("@ada:example.org:8448", sigil: "@"))
    #expect(name.localpart == "ada")
    #expect(name.server == "example.org:8448")
  }

  @Test(
    "what is no identifier with a server",
    arguments: [
      "", "@", "@a", "@a:", "@:b", "a:b", "#a:b", "@a b:c", "@a:b/c", "@a:b\u{9B}", "@a:.b",
    ])
  func notNamed(text: String) {
    #expect(NamedIdentifier(text, sigil: "@") == nil)
  }

  @Test("an identifier has at most 255 bytes, and at least one behind its sigil")
  func lengths() {
    #expect(IdentifierGrammar.isOpaque("!" + String(repeating: "a", count: 254), sigil: "!"))
    #expect(!IdentifierGrammar.isOpaque("!" + String(repeating: "a", count: 255), sigil: "!"))
    #expect(!IdentifierGrammar.isOpaque("!", sigil: "!"))
  }

  @Test(
    "hosts that are this machine, whatever a resolver says",
    arguments: ["localhost", "127.0.0.1", "127.255.0.9", "::1"])
  func loopback(host: String) {
    #expect(Loopback.isHost(host))
  }

  @Test(
    "hosts that may be elsewhere",
    arguments: ["127.0.0", "127.0.0.1.example.org", "127.0.0.256", "128.0.0.1", "example.org", ""])
  func elsewhere(host: String) {
    #expect(!Loopback.isHost(host))
  }

  @Test(
    "what is encoded is decoded to the same",
    arguments: ["", "a-z_0.~", "a/b?c#d%e f+g", "é😀", ".", "..", "\u{1}"])
  func percent(text: String) throws {
    let encoded = PercentEncoding.encode(text)
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#+ ".utf8.contains($0) })
    #expect(try PercentEncoding.decoded(encoded[...].utf8) == text)
  }

  @Test("a plus is a space in queries alone")
  func plus() throws {
    #expect(try PercentEncoding.decoded("a+b"[...].utf8) == "a+b")
    #expect(try PercentEncoding.decoded("a+b"[...].utf8, plusIsSpace: true) == "a b")
  }

  @Test("what is no encoding of a text", arguments: ["%", "%4", "%zz", "%ff", "%c3", "a%00b"])
  func malformed(text: String) {
    #expect(throws: PercentEncoding.Failure.self) {
      try PercentEncoding.decoded(text[...].utf8)
    }
  }
}
