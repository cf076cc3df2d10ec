extension AccountFolders {
  /// Why the files of the account in use must not be used: other users may have read them, or made them.
  ///
  /// Who has read a token can use it until the account signs out, so the user must know of that: only a cache
  /// is closed in silence. Names a folder, in which one command closes all files.
  var exposureOfCurrent: StorageError? { currentPath.flatMap(exposure) }

  /// The same of an account's folder.
  func exposure(of folder: String) -> StorageError? {
    do throws(StorageError) {
      _ = try AccountDirectory(path: root)
      let directory = try AccountDirectory(path: folder)
      for entry in try directory.entries() where !entry.name.hasPrefix(AccountDirectory.cacheName) {
        _ = try DatabaseFile(directory: directory, name: entry.name).size()
      }
      return nil
    } catch {
      switch error.problem {
      case .openToOthers:
        return StorageError(path: error.path == root ? root : folder, problem: .openToOthers)
      case .foreignOwner: return error
      default: return nil
      }
    }
  }
}
