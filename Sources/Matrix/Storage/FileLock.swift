import Glibc
import Synchronization

/// A lock on a file, which the system drops when the process ends, however it ends.
package final class FileLock: Sendable {
  private let file: Mutex<FileDescriptor?>

  /// Takes the lock or fails at once with `.inUse`, naming the process that wrote its id there.
  init(_ opened: FileDescriptor, path: String) throws(StorageError) {
    while flock(opened.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw PrivateFiles.systemError(path) }
      throw StorageError(path: path, problem: .inUse(process: Self.holder(opened, path: path)))
    }
    guard ftruncate(opened.number, 0) == 0 else { throw PrivateFiles.systemError(path) }
    try PrivateFiles.writeAll(opened, Array("\(getpid())\n".utf8), path: path)
    file = Mutex(opened)
  }

  deinit { release() }

  /// Gives the lock up; has no effect the second time.
  package func release() {
    file.withLock { file in
      // Closing would not do: a child that was just forked may still hold a copy of the descriptor.
      if let file { flock(file.number, LOCK_UN) }
      file = nil
    }
  }

  /// The process that wrote its id into a lock's file last.
  static func holder(_ opened: FileDescriptor, path: String) -> Int32? {
    guard let bytes = try? PrivateFiles.readAll(opened, path: path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
  }
}
