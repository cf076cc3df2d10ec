import CSodium

/// A password hash function.
struct PasswordScheme: Sendable {
  /// Makes a hash with a new salt; slow on purpose.
  var hash: @Sendable (_ password: String) throws -> String
  /// Whether a password matches a hash; takes as long.
  var matches: @Sendable (_ password: String, _ hash: String) -> Bool
  /// The hash of an unknown password, for users that do not exist.
  var dummy: String

  /// Argon2id with 19 MiB, two passes and one lane, in PHC form.
  ///
  /// Source: OWASP, "Password Storage Cheat Sheet".
  static let argon2id = PasswordScheme(
    hash: Argon2id.hash, matches: Argon2id.matches,
    dummy: "$argon2id$v=19$m=19456,t=2,p=1$"
      + "Fu1WBxyGmShRZ3m/DN2NUw$lLJVNieFrgnnXWD0lbwpkQqBGOMPnSUbiVDQdfLMkDQ")
}

/// The password hash of libsodium.
private enum Argon2id {
  private static let passes: UInt64 = 2
  private static let memory = 19 << 20
  /// The size of a hash as text, with its terminating zero.
  private static let size = Int(crypto_pwhash_STRBYTES)

  struct OutOfMemory: Error {}

  @Sendable
  static func hash(_ password: String) throws -> String {
    Sodium.start()
    let bytes = characters(password)
    var text = [CChar](repeating: 0, count: size)
    let status = crypto_pwhash_str(&text, bytes, UInt64(bytes.count), passes, memory)
    guard status == 0 else { throw OutOfMemory() }
    return String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Sendable
  static func matches(_ password: String, _ hash: String) -> Bool {
    Sodium.start()
    let bytes = characters(password)
    // The library reads the whole buffer, whatever the length of the text.
    var text = Array(characters(hash).prefix(size - 1))
    text += [CChar](repeating: 0, count: size - text.count)
    return crypto_pwhash_str_verify(text, bytes, UInt64(bytes.count)) == 0
  }

  private static func characters(_ text: String) -> [CChar] {
    text.utf8.map { CChar(bitPattern: $0) }
  }
}
