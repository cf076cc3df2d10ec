import FoundationEssentials

/// The hash of a token, or of another text that only has to be recognised.
///
/// Tokens have 256 random bits, so their hashes need neither salt nor a slow function. A thief of
/// the hashes cannot sign in with them.
struct TokenHash: Hashable, Sendable {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64)

  private let words: Words

  init(of token: String) {
    words = Sodium.hash(token).withUnsafeBytes { $0.loadUnaligned(as: Words.self) }
  }

  /// The form in the database.
  var data: Data { withUnsafeBytes(of: words) { Data($0) } }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  /// A new token and its hash.
  static func makeToken() -> (text: String, hash: TokenHash) {
    let text = RandomText.opaque()
    return (text, TokenHash(of: text))
  }
}
