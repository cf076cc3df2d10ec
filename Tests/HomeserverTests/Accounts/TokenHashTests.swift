import Testing

@testable import Homeserver

@Suite("Token hashes")
struct TokenHashTests {
  @Test("Tokens are unique and have 256 bits as URL-safe base64")
  func tokens() {
    let tokens = (0..<100).map { _ in TokenHash.makeToken() }
    #expect(Set(tokens.map(\.text)).count == 100)
    #expect(Set(tokens.map(\.hash)).count == 100)
    for token in tokens {
      #expect(token.text.utf8.count == 43)
      #expect(TokenHash(of: token.text) == token.hash)
      #expect(token.hash.data.count == 32)
    }
  }
}
