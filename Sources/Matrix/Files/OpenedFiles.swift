import Glibc
import Synchronization

/// The private folder for files that another program opens.
///
/// The other program may read a file long after it was started, so a file stays until the next run that opens
/// one, or until the account signs out.
final class OpenedFiles: Sendable {
  private let path: String
  private let isCleared = Mutex(false)

  init(path: String) { self.path = path }

  /// The folder, without the files of earlier runs.
  func folder() throws(PlaceProblem) -> String {
    let result = isCleared.withLock { isCleared -> Result<Void, StorageError> in
      Result { () throws(StorageError) in
        let directory = try AccountDirectory(path: path)
        guard !isCleared else { return }
        isCleared = true
        try Self.clear(directory)
      }
    }
    do throws(StorageError) {
      try result.get()
    } catch {
      throw PlaceProblem(path: path, EACCES)
    }
    return path
  }

  /// Removes the folder with its files.
  func erase() {
    guard UserPath.isFolder(path), let directory = try? AccountDirectory(path: path) else { return }
    try? Self.clear(directory)
    rmdir(path)
  }

  private static func clear(_ directory: AccountDirectory) throws(StorageError) {
    for entry in try directory.entries() { try? directory.remove(entry.name) }
  }
}
