import FoundationEssentials
import Glibc
import LocalSystem
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
    do {
      guard try Self.take(lock) else { throw HomeserverError.inUse(path, Self.running(in: path)) }
    } catch {
      close(lock)
      throw error
    }
    // What the last server said of itself is true no longer.
    ftruncate(lock, 0)
    self.lock = lock
  }

  deinit { close(lock) }

  /// Whoever looks for a server holds the lock for a moment, which is waited for.
  private static func take(_ lock: Int32) throws -> Bool {
    for _ in 0..<20 {
      if try SystemLock.take(lock) { return true }
      usleep(10_000)
    }
    return try SystemLock.take(lock)
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
    guard case .serving(let server) = use(of: path) else { return nil }
    return server
  }

  /// Whether a server uses a folder now.
  static func use(of path: String) -> FolderUse {
    guard let lock = try? PrivateFile.open(path + "/lock", O_RDONLY) else { return .free }
    defer { close(lock) }
    guard SystemLock.isTaken(lock) else { return .free }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(lock, &bytes, bytes.count, 0)
    // One that held the lock before may still be named by the file.
    guard count > 0, let server = try? RunningServer.decode(Array(bytes[..<count])),
      let process = Int32(exactly: server.process), SystemLock.isAlive(process)
    else { return .starting }
    return .serving(server)
  }

  private static func makeFolders(_ path: String) throws {
    do throws(PrivateFileSystem.Failure) {
      try PrivateFileSystem.makeFolders(path)
    } catch {
      throw HomeserverError(error)
    }
    try PrivateFile.checkFolder(path)
  }
}

/// Whether a server uses a data folder.
public enum FolderUse: Sendable {
  /// No process holds the folder.
  case free
  /// A process holds the folder but does not serve requests yet.
  case starting
  /// A server answers requests with the data of the folder.
  case serving(RunningServer)
}
