import Glibc

/// A text that comes through standard input.
enum TypedText {
  /// No event of Matrix is larger.
  static let mostBytes = 65_536

  /// All of an input up to its end, without the line end there.
  ///
  /// Fails when it is no text, has no letters, or is longer than a message can be.
  static func read(
    from descriptor: Int32 = STDIN_FILENO, named name: String = "standard input"
  ) throws -> String {
    guard var text = String(validating: try bytes(of: descriptor, name), as: UTF8.self) else {
      throw CommandFailure(message: "\(name): this is not UTF-8 text")
    }
    // A carriage return and a line feed are one character.
    while text.last?.isNewline == true { text.removeLast() }
    guard !text.allSatisfy(\.isWhitespace) else {
      throw CommandFailure(message: "\(name): the text is empty")
    }
    return text
  }

  private static func bytes(of descriptor: Int32, _ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandFailure(message: "\(name): \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
      guard bytes.count <= mostBytes else {
        throw CommandFailure(
          message: "\(name): more than 64 KiB are too long for a message: send them with --file")
      }
    }
  }
}
