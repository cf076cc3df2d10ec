import FoundationEssentials

/// What is kept of a token, or of another text that only has to be known again: its hash.
///
/// A token is 256 random bits, so that its hash needs neither salt nor time; who reads the hashes
/// cannot sign in by them.
struct TokenHash: Hashable, Sendable {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64)

  private let words: Words

  init(of token: String) {
    words = Sodium.hash(token).withUnsafeBytes { $0.loadUnaligned(as: Words.self) }
  }

  /// For the database.
  var data: Data { withUnsafeBytes(of: words) { Data($0) } }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  /// A new token, and what to keep of it.
  static func makeToken() -> (text: String, hash: TokenHash) {
    let text = Sodium.base64(Sodium.random(32))
    return (text, TokenHash(of: text))
  }
}
