/// Unguessable texts from the system's generator.
enum RandomText {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  /// Letters of both cases; each holds 5.7 bits.
  static func letters(_ count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String(
      decoding: (0..<count).map { _ in
        letters[Int.random(in: letters.indices, using: &generator)]
      }, as: UTF8.self)
  }

  /// 43 characters of base64url, which hold 256 bits.
  static func opaque() -> String { Sodium.base64(Sodium.random(32)) }
}
