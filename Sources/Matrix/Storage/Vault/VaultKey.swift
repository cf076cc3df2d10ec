import CSodium

/// The random key that seals the secrets in an account's vault.
///
/// It protects copies of the database that leave the folder without the key: a backup of the database
/// alone, a repair's copy attached to a report, deleted rows in free pages. It does not protect from
/// programs of the same user, which can read both files.
struct VaultKey: Sendable {
  static let fileName = "vault.key"
  private static let lockName = "vault-key.lock"
  private static let byteCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
  private static let nonceBytes = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagBytes = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// A call after the first has no effect; the first fails only without a source of random bytes.
  private static let isReady = sodium_init() >= 0

  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) {
    precondition(Self.isReady, "libsodium needs the system's random bytes")
    self.bytes = bytes
  }

  /// The key of an account; nil when there is none.
  static func load(from directory: AccountDirectory) throws(StorageError) -> VaultKey? {
    guard let bytes = try directory.read(fileName) else { return nil }
    guard bytes.count == byteCount else {
      throw directory.damaged(
        fileName, at: "\(bytes.count) bytes", "not a key", toGoOn: "and sign in again")
    }
    return VaultKey(bytes)
  }

  /// The key of an account, made when there is none; processes do this in turn.
  static func loadOrMake(in directory: AccountDirectory) throws(StorageError) -> VaultKey {
    if let key = try load(from: directory) { return key }
    do {
      return try directory.withLock(lockName) {
        if let key = try load(from: directory) { return key }
        let key = VaultKey(random(byteCount))
        try directory.write(fileName, key.bytes)
        return key
      }
    } catch {
      throw StorageError(error, path: directory.place(of: fileName))
    }
  }

  /// Encrypts a secret for one purpose; the result differs each time.
  func seal(_ secret: [UInt8], for purpose: String) -> [UInt8] {
    let nonce = Self.random(Self.nonceBytes)
    let purpose = Array(purpose.utf8)
    var sealed = [UInt8](repeating: 0, count: secret.count + Self.tagBytes)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, secret, UInt64(secret.count), purpose, UInt64(purpose.count), nil, nonce, bytes)
    return nonce + sealed
  }

  /// Decrypts a sealed secret; nil when this key did not seal it for this purpose.
  func open(_ sealed: [UInt8], for purpose: String) -> [UInt8]? {
    guard sealed.count >= Self.nonceBytes + Self.tagBytes else { return nil }
    let (nonce, text) = (Array(sealed[..<Self.nonceBytes]), Array(sealed[Self.nonceBytes...]))
    let purpose = Array(purpose.utf8)
    var secret = [UInt8](repeating: 0, count: text.count - Self.tagBytes)
    let status = crypto_aead_xchacha20poly1305_ietf_decrypt(
      &secret, nil, nil, text, UInt64(text.count), purpose, UInt64(purpose.count), nonce, bytes)
    return status == 0 ? secret : nil
  }

  private static func random(_ count: Int) -> [UInt8] {
    precondition(isReady, "libsodium needs the system's random bytes")
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}
