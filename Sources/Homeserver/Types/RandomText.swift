/// Unguessable texts from the system's generator.
enum RandomText {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let base64url = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Letters of both cases; each holds 5.7 bits.
  static func letters(_ count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String(
      decoding: (0..<count).map { _ in
        letters[Int.random(in: letters.indices, using: &generator)]
      }, as: UTF8.self)
  }

  /// 43 characters of base64url, which hold 258 bits.
  static func opaque() -> String {
    var generator = SystemRandomNumberGenerator()
    var text: [UInt8] = []
    text.reserveCapacity(50)
    // Each number costs a system call, so each serves ten characters of six bits.
    while text.count < 43 {
      var bits = generator.next()
      for _ in 0..<10 {
        text.append(base64url[Int(bits & 63)])
        bits >>= 6
      }
    }
    return String(decoding: text.prefix(43), as: UTF8.self)
  }
}
