import CSodium

/// The functions of libsodium that the server needs, apart from its password hash.
enum Sodium {
  /// The size of a hash in bytes.
  static let hashSize = 32

  private static let isReady = sodium_init() >= 0

  /// Starts the library once; the functions below call it.
  static func start() {
    precondition(isReady, "libsodium cannot start")
  }

  /// Unpredictable random bytes.
  static func random(_ count: Int) -> [UInt8] {
    start()
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// The BLAKE2b hash of a text, 256 bits.
  static func hash(_ text: String) -> [UInt8] {
    start()
    var hash = [UInt8](repeating: 0, count: hashSize)
    let bytes = Array(text.utf8)
    let status = crypto_generichash(&hash, hashSize, bytes, UInt64(bytes.count), nil, 0)
    precondition(status == 0, "a hash of \(hashSize) bytes is possible")
    return hash
  }

  /// Whether two texts are equal, in a time that does not depend on where they differ.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    sodium_memcmp(hash(left), hash(right), hashSize) == 0
  }

  /// URL-safe base64 without padding.
  static func base64(_ bytes: [UInt8]) -> String {
    let capacity = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    var text = [CChar](repeating: 0, count: capacity)
    sodium_bin2base64(
      &text, capacity, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
