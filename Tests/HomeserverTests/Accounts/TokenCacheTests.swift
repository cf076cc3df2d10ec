import Testing

@testable import Homeserver

@Suite("Token cache")
struct TokenCacheTests {
  private func entry(_ name: String) throws -> TokenCache.Entry {
    TokenCache.Entry(
      requester: Requester(
        user: try #require(UserID("@\(name):localhost")), device: try #require(DeviceID("D"))),
      expires: nil, seen: 0)
  }

  @Test("What was inserted is found")
  func find() throws {
    let cache = TokenCache()
    let hash = TokenHash(of: "token")
    #expect(cache.entry(hash) == nil)
    cache.insert(try entry("ada"), for: hash, cache.ticket)
    #expect(cache.entry(hash)?.requester.user.localpart == "ada")
    #expect(cache.entry(TokenHash(of: "token2")) == nil)
  }

  @Test("All tokens of a user are forgotten, and no others")
  func forget() throws {
    let cache = TokenCache()
    let hashes = (0..<4).map { TokenHash(of: "\($0)") }
    for (place, hash) in hashes.enumerated() {
      cache.insert(try entry(place < 2 ? "ada" : "grace"), for: hash, cache.ticket)
    }
    cache.forget(try #require(UserID("@ada:localhost")))
    #expect(hashes.map { cache.entry($0) != nil } == [false, false, true, true])
  }

  @Test("What was read before something was forgotten is not kept")
  func race() throws {
    let cache = TokenCache()
    let ticket = cache.ticket
    cache.forget(try #require(UserID("@ada:localhost")))
    cache.insert(try entry("ada"), for: TokenHash(of: "x"), ticket)
    #expect(cache.entry(TokenHash(of: "x")) == nil)
  }

  @Test("The number of entries is bounded, and one that is in use stays")
  func bound() throws {
    let cache = TokenCache(capacity: 10)
    let used = TokenHash(of: "used")
    cache.insert(try entry("ada"), for: used, cache.ticket)
    for number in 0..<100 {
      cache.insert(try entry("grace"), for: TokenHash(of: "\(number)"), cache.ticket)
      #expect(cache.entry(used) != nil)
      #expect(cache.count <= 10)
    }
  }

  @Test("A device is noted as in use once in an interval")
  func seen() throws {
    let cache = TokenCache()
    let hash = TokenHash(of: "x")
    cache.insert(try entry("ada"), for: hash, cache.ticket)
    #expect(!cache.note(seen: 99, hash, interval: 100))
    #expect(cache.note(seen: 100, hash, interval: 100))
    #expect(!cache.note(seen: 150, hash, interval: 100))
    #expect(cache.note(seen: 200, hash, interval: 100))
  }

  @Test("Tokens are 256 bits of base64 for addresses, and no two are alike")
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
