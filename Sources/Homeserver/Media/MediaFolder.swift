import Glibc
import NIOCore

/// The files of stored content, `files/ID`, and of uploads in progress.
///
/// An upload is written to a file in `incoming`. When it is complete, the server creates a marker with
/// its id in `incoming`, renames the file to its final name, records it in the database, and removes
/// the marker. So a marker at the start names a file that the database may not know.
struct MediaFolder: Sendable {
  private let files: String
  private let incoming: String

  /// Creates the missing folders.
  init(dataDirectory: String) throws {
    let root = dataDirectory + "/media"
    files = Disk.content(of: dataDirectory)
    incoming = root + "/incoming"
    for path in [root, files, incoming] { try Disk.makeFolder(path) }
  }

  /// The path of content; it contains no text from a request.
  func path(of id: MediaID) -> String { "\(files)/\(id.text)" }

  private func mark(of id: MediaID) -> String { "\(incoming)/\(id.text)" }

  /// The file of an upload in progress, used by one task.
  struct Incoming: Sendable {
    fileprivate let path: String
    fileprivate let descriptor: CInt
  }

  func begin() async throws -> Incoming {
    let path = "\(incoming)/\(MediaID().text).part"
    return try await Disk.run { Incoming(path: path, descriptor: try Disk.create(path)) }
  }

  func append(_ bytes: ByteBuffer, to file: Incoming) async throws {
    try await Disk.run {
      try bytes.withUnsafeReadableBytes { try Disk.write($0, to: file.descriptor) }
    }
  }

  /// Makes a complete file durable under its id; the caller must call `settle` or `remove` afterwards,
  /// even if this throws.
  func keep(_ file: Incoming, as id: MediaID) async throws {
    let (mark, path, files) = (mark(of: id), path(of: id), files)
    try await Disk.run {
      guard fsync(file.descriptor) == 0 else { throw DiskError("fsync") }
      let marker = try Disk.create(mark)
      close(marker)
      guard rename(file.path, path) == 0 else { throw DiskError("rename") }
      try Disk.synchronize(folder: files)
    }
  }

  /// Closes and removes the file; the caller must call it once after `begin`.
  func end(_ file: Incoming) async {
    try? await Disk.run {
      unlink(file.path)
      close(file.descriptor)
    }
  }

  /// Removes the marker of an upload that the database knows.
  func settle(_ id: MediaID) async {
    let mark = mark(of: id)
    try? await Disk.run { _ = unlink(mark) }
  }

  /// Removes an upload that the database does not know.
  func remove(_ id: MediaID) async {
    let (mark, path) = (mark(of: id), path(of: id))
    try? await Disk.run {
      unlink(path)
      unlink(mark)
    }
  }

  /// Removes the files of interrupted uploads, and returns the ids of the complete ones.
  func unsettled() throws -> [MediaID] {
    let names = try Disk.names(in: incoming)
    for name in names where name.hasSuffix(".part") { unlink("\(incoming)/\(name)") }
    return names.compactMap(MediaID.init)
  }

  /// The free space of the disk, in bytes.
  func freeSpace() async throws -> Int {
    try await Disk.run { [files] in
      var status = statvfs()
      guard statvfs(files, &status) == 0 else { throw DiskError("statvfs") }
      return Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
    }
  }

  /// Whether a file with content of that size exists.
  func holds(_ id: MediaID, size: Int) async throws -> Bool {
    let path = path(of: id)
    return try await Disk.run {
      var status = stat()
      return lstat(path, &status) == 0 && status.st_size == size
        && status.st_mode & S_IFMT == S_IFREG
    }
  }
}
