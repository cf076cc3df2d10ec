extension AccountDirectory {
  /// Moves a file of an earlier version of the program into the vault.
  ///
  /// `insert` reads the file and commits its content; only then the file goes. A file that is there
  /// is thus never older than the vault: after a crash in between it is inserted again, before
  /// anybody has changed what it brought. Processes do this in turn.
  func moveOut(_ name: String, _ insert: () throws -> Void) throws(StorageError) {
    guard try contains(name) else { return }
    do {
      try withLock("vault-moving.lock") {
        // Another process may have been first.
        guard try contains(name) else { return }
        try insert()
        // Without this the next start would bring the old content back.
        try remove(name)
      }
    } catch {
      throw StorageError(error, path: place(of: name))
    }
  }
}
