import Controllers
import Glibc

/// Reads a password or a token without echo, and never from arguments or environment variables.
enum Password {
  private static let maxBytes = 4096

  /// The first line of the file, of standard input for `-`, or of the terminal.
  static func read(from file: String?) throws -> Secret<String> {
    switch file {
    case "-": try firstLine(of: STDIN_FILENO, name: "standard input")
    case .some(let path): try firstLine(ofFile: path)
    case nil: try ask()
    }
  }

  private static func firstLine(ofFile path: String) throws -> Secret<String> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(message: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    return try firstLine(of: descriptor, name: path)
  }

  private static func firstLine(of descriptor: Int32, name: String) throws -> Secret<String> {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < maxBytes {
      let count = Glibc.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandFailure(message: "\(name): \(String(cString: strerror(errno)))")
      }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(message: "\(name): nothing on the first line")
    }
    return Secret(text)
  }

  private static func ask() throws -> Secret<String> {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure(message: "standard input is not a terminal: use --password-file")
    }
    return try SilentTerminal.run { try firstLine(of: STDIN_FILENO, name: "standard input") }
  }
}
