import FoundationEssentials
import Glibc
import ModelKit

/// The folder that holds all data of a server, open to nobody else, and in use by one server.
///
/// A running server keeps the file `lock` locked and says there where it is found. The lock goes with
/// the process, however that ends.
final class DataFolder: Sendable {
  let path: String
  private let lock: Int32

  /// Makes the folder where it is missing, and takes it.
  ///
  /// - Throws: `HomeserverError`.
  init(_ path: String) throws {
    self.path = path
    try Self.makeFolders(path)
    let lockPath = path + "/lock"
    guard let lock = try PrivateFile.open(lockPath, O_RDWR | O_CREAT) else {
      throw HomeserverError.system(lockPath)
    }
    guard Self.take(lock) else {
      let error =
        errno == EWOULDBLOCK
        ? HomeserverError.inUse(path, Self.running(in: path)) : .system(lockPath)
      close(lock)
      throw error
    }
    // What the last server said of itself is true no longer.
    ftruncate(lock, 0)
    self.lock = lock
  }

  deinit { close(lock) }

  /// Whoever looks for a server holds the lock for a moment, which is waited for.
  private static func take(_ lock: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(10_000)
    }
    return flock(lock, LOCK_EX | LOCK_NB) == 0
  }

  /// Says in the lock file where the server is found.
  func announce(_ server: RunningServer) throws {
    let text = server.encoded()
    guard ftruncate(lock, 0) == 0, pwrite(lock, text, text.count, 0) == text.count else {
      throw HomeserverError.system(path + "/lock")
    }
  }

  /// The server that uses a folder now; nil when none does, or it does not serve yet.
  static func running(in path: String) -> RunningServer? {
    guard let lock = try? PrivateFile.open(path + "/lock", O_RDONLY) else { return nil }
    defer { close(lock) }
    if flock(lock, LOCK_SH | LOCK_NB) == 0 { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(lock, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return try? RunningServer.decode(Array(bytes[..<count]))
  }

  private static func makeFolders(_ path: String) throws {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      guard mkdir(part, 0o700) == 0 || errno == EEXIST else { throw HomeserverError.system(part) }
    }
    try PrivateFile.checkFolder(path)
  }
}
