import Glibc
import LocalSystem
import Synchronization

/// A lock on a file; the system releases it when the process ends, however it ends.
///
/// Any thread may release it.
package final class FileLock: Sendable {
  private let file: Mutex<FileDescriptor?>

  /// Takes the lock or fails at once with `.inUse`, which names the process recorded in the file.
  init(_ opened: FileDescriptor, path: String) throws(StorageError) {
    let isTaken: Bool
    do throws(SystemLock.Failure) {
      isTaken = try !SystemLock.take(opened.number)
    } catch {
      throw StorageError(path: path, code: error.code)
    }
    guard !isTaken else {
      throw StorageError(path: path, problem: .inUse(process: Self.holder(opened, path: path)))
    }
    try Self.record(opened, path: path)
    file = Mutex(opened)
  }

  deinit { release() }

  /// Releases the lock; a second call has no effect.
  package func release() {
    file.withLock { file in
      if let file { SystemLock.release(file.number) }
      file = nil
    }
  }

  /// Writes the process id over the last one.
  ///
  /// Each has the same length: to empty the file first took a start four times as long, and waits while the
  /// file system writes its journal.
  private static func record(_ opened: FileDescriptor, path: String) throws(StorageError) {
    let number = "\(getpid())"
    let text = number + String(repeating: " ", count: max(0, 11 - number.utf8.count)) + "\n"
    var status = stat()
    guard fstat(opened.number, &status) == 0,
      status.st_size <= text.utf8.count || ftruncate(opened.number, 0) == 0
    else { throw PrivateFiles.systemError(path) }
    try PrivateFiles.writeAll(opened, Array(text.utf8), path: path)
  }

  /// The process that last recorded its id in a lock file.
  static func holder(_ opened: FileDescriptor, path: String) -> Int32? {
    guard let bytes = try? PrivateFiles.readAll(opened, path: path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
  }
}
