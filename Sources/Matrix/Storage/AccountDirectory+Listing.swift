import Glibc

extension AccountDirectory {
  /// What is known about a file without opening it.
  struct Entry: Hashable, Sendable {
    let name: String
    let byteCount: Int
    /// Nanoseconds since 1970.
    let lastUse: Int64
  }

  /// The regular files in the folder, in no particular order.
  func entries() throws(StorageError) -> [Entry] {
    let copy = openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let error = PrivateFiles.systemError(path)
      if copy >= 0 { close(copy) }
      throw error
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let found = readdir(stream) {
      let name = withUnsafeBytes(of: found.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let entry = entry(name) { entries.append(entry) }
    }
    return entries
  }

  /// Whether the folder has an entry with the name.
  func contains(_ name: String) throws(StorageError) -> Bool {
    var status = stat()
    if fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return true }
    guard errno == ENOENT else { throw PrivateFiles.systemError(place(of: name)) }
    return false
  }

  /// Records that a file was used now.
  func touch(_ name: String) {
    // A failure costs only the file's place in the order of use.
    _ = utimensat(descriptor.number, name, nil, AT_SYMLINK_NOFOLLOW)
  }

  private func entry(_ name: String) -> Entry? {
    var status = stat()
    guard fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let time = status.st_mtim
    return Entry(
      name: name, byteCount: Int(status.st_size),
      lastUse: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
