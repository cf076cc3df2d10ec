import Glibc

/// A new file that only the user can read; it never takes the place of another one.
///
/// It has no name before it is whole, whatever ends the program: nobody should take a part of it for the
/// history. Where the file system has no files without a name, only a signal leaves a part.
final class NewTextFile {
  /// What the module leaves out, because it consists of two flags.
  private static let temporary = 0o20000000 | O_DIRECTORY
  private let path: String
  private let descriptor: Int32
  private let hasName: Bool
  private var waiting: [UInt8] = []
  private var isWhole = false

  init(path: String) throws(CommandFailure) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Self.conflict(path) }
    let flags = O_WRONLY | O_CLOEXEC
    let nameless = open(Self.folder(of: path), flags | Self.temporary, 0o600)
    let opened =
      nameless >= 0 ? nameless : open(path, flags | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw errno == EEXIST ? Self.conflict(path) : Self.failure(path) }
    // Only now: what ends a whole object would remove the file of somebody else.
    (self.path, descriptor, hasName) = (path, opened, nameless < 0)
  }

  deinit {
    close(descriptor)
    if hasName, !isWhole { unlink(path) }
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
    if !hasName { try giveName() }
    isWhole = true
  }

  private func giveName() throws(CommandFailure) {
    let nameless = "/proc/self/fd/\(descriptor)"
    guard linkat(AT_FDCWD, nameless, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
      throw errno == EEXIST ? Self.conflict(path) : Self.failure(path)
    }
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

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func conflict(_ path: String) -> CommandFailure {
    CommandFailure(message: "there is a file \(path) already: give another name")
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(message: "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
