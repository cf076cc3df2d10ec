/// Texts that nobody can guess, from the system's generator.
enum RandomText {
  /// Letters of both cases; each holds 5.7 bits.
  static func letters(_ count: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    return String(
      decoding: (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] },
      as: UTF8.self)
  }

  /// 43 characters of base64url: 256 bits and more.
  static func opaque() -> String {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    return String(
      decoding: (0..<43).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] }, as: UTF8.self)
  }
}
