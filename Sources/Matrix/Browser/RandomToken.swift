/// Texts that nobody can guess.
enum RandomToken {
  private static let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")

  /// A number of digits and small letters of the system's random source: 25 have 128 bits.
  static func make(length: Int = 32) -> String {
    var source = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in letters[Int.random(in: 0..<36, using: &source)] })
  }
}
