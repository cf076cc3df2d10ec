import Glibc

/// An open file, closed with its last reference.
final class FileDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// What all private files share: who may own them, and reading and writing them whole.
enum PrivateFiles {
  /// Makes a folder and the missing ones above it, open to nobody else.
  static func makeFolders(_ path: String) throws(StorageError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      guard mkdir(part, 0o700) == 0 || errno == EEXIST else { throw systemError(part) }
    }
  }

  /// Refuses what is of another kind, foreign-owned or open to others.
  static func check(
    _ file: FileDescriptor, path: String, kind: mode_t
  ) throws(StorageError) {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw systemError(path) }
    guard status.st_mode & S_IFMT == kind else {
      throw StorageError(path: path, problem: .notRegular)
    }
    guard status.st_uid == geteuid() else {
      throw StorageError(path: path, problem: .foreignOwner)
    }
    guard status.st_mode & 0o077 == 0 else {
      throw StorageError(path: path, problem: .openToOthers)
    }
  }

  static func readAll(
    _ file: FileDescriptor, path: String, limit: Int
  ) throws(StorageError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file.number, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw systemError(path)
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw StorageError(path: path, problem: .tooLarge) }
    }
  }

  static func writeAll(
    _ file: FileDescriptor, _ bytes: [UInt8], path: String
  ) throws(StorageError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file.number, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw systemError(path)
      }
      written += count
    }
  }

  /// The error that the system reported last, for a file.
  static func systemError(_ path: String) -> StorageError {
    StorageError(path: path, problem: .system(String(cString: strerror(errno))))
  }
}
