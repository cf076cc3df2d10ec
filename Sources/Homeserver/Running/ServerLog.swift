import Glibc

/// The log of the server in the background: its output and its errors.
package struct ServerLog: Sendable {
  package let path: String

  /// The length beyond which a log is cut, in bytes.
  package static let longest = 1 << 20
  /// The length that is kept of a log that was cut, in bytes.
  package static let kept = 64 << 10

  package init(path: String) {
    self.path = path
  }

  /// Opens the log to append to it; only its owner may read it.
  package func open() throws(HomeserverError) -> Int32 {
    guard let file = try PrivateFile.open(path, O_WRONLY | O_CREAT | O_APPEND) else {
      throw .system(path)
    }
    return file
  }

  /// Cuts a log that is too long, even while a server appends to it.
  package func trim() {
    guard let file = try? PrivateFile.open(path, O_RDWR | O_APPEND) else { return }
    defer { close(file) }
    guard Self.size(of: file) > Self.longest else { return }
    let tail = Self.tail(of: file, count: Self.kept)
    guard ftruncate(file, 0) == 0 else { return }
    _ = write(file, Array(tail), tail.count)
  }

  /// The last line that is not blank, shortened and without a full stop; nil when there is none.
  package func lastWords() -> String? {
    guard let file = try? PrivateFile.open(path, O_RDONLY) else { return nil }
    defer { close(file) }
    return Self.tail(of: file, count: 4096)
      .split(separator: UInt8(ascii: "\n"))
      .last { line in line.contains { $0 > 0x20 } }
      .map { Self.words(String(decoding: $0.prefix(300), as: UTF8.self)) }
  }

  /// A line as part of a sentence.
  private static func words(_ line: String) -> String {
    var words = line.drop { $0.isWhitespace }
    if words.hasPrefix("chat-tui: ") { words = words.dropFirst("chat-tui: ".count) }
    while let last = words.last, last.isWhitespace || last == "." { words.removeLast() }
    return String(words)
  }

  /// The last lines, without a first line that is cut.
  private static func tail(of file: Int32, count: Int) -> ArraySlice<UInt8> {
    let start = max(size(of: file) - count, 0)
    var bytes = [UInt8](repeating: 0, count: count)
    let length = pread(file, &bytes, count, start)
    let tail = bytes.prefix(max(length, 0))
    guard start > 0 else { return tail }
    return tail.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
  }

  private static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}
