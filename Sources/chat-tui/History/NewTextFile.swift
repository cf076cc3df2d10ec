import Glibc

/// A new file that only the user can read; it never takes the place of another one.
final class NewTextFile {
  private let path: String
  private let descriptor: Int32
  private var waiting: [UInt8] = []
  private var isWhole = false

  init(path: String) throws(CommandFailure) {
    let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw errno == EEXIST
        ? CommandFailure(message: "there is a file \(path) already: give another name")
        : Self.failure(path)
    }
    // Only now: what ends a whole object would remove the file of somebody else.
    (self.path, descriptor) = (path, opened)
  }

  /// Removes a file that is not whole: nobody should take it for the history.
  deinit {
    close(descriptor)
    if !isWhole { unlink(path) }
  }

  /// Adds a line.
  func write(_ line: String) throws(CommandFailure) {
    waiting += line.utf8
    waiting.append(UInt8(ascii: "\n"))
    if waiting.count > 1 << 16 { try flush() }
  }

  /// Writes what is left, to the disk.
  func finish() throws(CommandFailure) {
    try flush()
    // Files of some kinds have no disk.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure(path) }
    isWhole = true
  }

  private func flush() throws(CommandFailure) {
    var rest = waiting[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      rest = rest.dropFirst(count)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(message: "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
