import Glibc
import Terminal

/// The output of commands; text from servers passes the sanitiser.
enum Output {
  /// Prints one line for people.
  static func line(_ text: String) {
    standardOutput(SafeText(text, policy: .singleLine).string)
  }

  /// The text with its line breaks; the lines after the first one are indented, so that none of them looks like
  /// the beginning of another text.
  static func paragraph(_ text: String) -> String {
    SafeText(text, policy: .multiLine).lines.map(\.string).joined(separator: "\n    ")
  }

  /// Prints one line about the failure and ends the program.
  static func fail(_ message: String, code: Int32 = ExitCode.failure) -> Never {
    note(message)
    exit(code)
  }

  /// Prints one line on standard error.
  static func note(_ message: String) {
    standardError("chat-tui: " + SafeText(message, policy: .singleLine).string)
  }

  /// Prints one line on standard error, as compilers do: it begins with the file.
  static func problem(_ message: String) {
    standardError(SafeText(message, policy: .singleLine).string)
  }

  /// Writes our own text, or text that is already safe; ends the program if it cannot be written.
  static func standardOutput(_ text: String) {
    guard !write(text, to: STDOUT_FILENO) else { return }
    fail("cannot write to standard output: \(String(cString: strerror(errno)))")
  }

  /// Writes our own text, or text that is already safe.
  static func standardError(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array((text.hasSuffix("\n") ? text : text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
