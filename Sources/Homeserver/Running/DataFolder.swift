import FoundationEssentials
import Glibc
import LocalSystem
import ModelKit

/// The private folder with all data of a server, in use by one server at a time.
///
/// A running server locks the file `lock` and writes its address there. The system drops the lock
/// when the process ends.
final class DataFolder: Sendable {
  let path: String
  private let lock: Int32

  /// Creates the folder if it is missing, and locks it.
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
    // The address of the previous server is out of date.
    ftruncate(lock, 0)
    self.lock = lock
  }

  deinit { close(lock) }

  /// Waits a moment for processes that look for a server, which share the lock briefly.
  private static func take(_ lock: Int32) throws -> Bool {
    for _ in 0..<20 {
      if try SystemLock.take(lock) { return true }
      usleep(10_000)
    }
    return try SystemLock.take(lock)
  }

  /// Writes the address of the server to the lock file.
  func announce(_ server: RunningServer) throws {
    let text = server.encoded()
    guard ftruncate(lock, 0) == 0, pwrite(lock, text, text.count, 0) == text.count else {
      throw HomeserverError.system(path + "/lock")
    }
  }

  /// The server that uses a folder; nil when none does or it does not serve requests yet.
  static func running(in path: String) -> RunningServer? {
    guard case .serving(let server) = use(of: path) else { return nil }
    return server
  }

  /// Whether a server uses a folder.
  static func use(of path: String) -> FolderUse {
    guard let lock = try? PrivateFile.open(path + "/lock", O_RDONLY) else { return .free }
    defer { close(lock) }
    guard SystemLock.isTaken(lock) else { return .free }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(lock, &bytes, bytes.count, 0)
    // The file may still name a previous server.
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
