import Glibc
import NIOCore

/// The files of stored content: `files/ID` each, and beside them what is on its way there.
///
/// An upload is written to a file in `incoming`; when it is whole, a mark with its id is put there,
/// the file is renamed to its place, and once the database knows of it the mark goes. A mark that
/// is found at the start thus tells of a file that the database may not know.
struct MediaFolder: Sendable {
  private let files: String
  private let incoming: String

  /// Makes the folders that are missing.
  init(dataDirectory: String) throws {
    let root = dataDirectory + "/media"
    files = Disk.content(of: dataDirectory)
    incoming = root + "/incoming"
    for path in [root, files, incoming] { try Disk.makeFolder(path) }
  }

  /// Where content is; nothing of a request is in it.
  func path(of id: MediaID) -> String { "\(files)/\(id.text)" }

  private func mark(of id: MediaID) -> String { "\(incoming)/\(id.text)" }

  /// A file in the making, used by one task.
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

  /// Has a whole file survive everything under its id; `settle` or `remove` has to follow, also
  /// when it throws.
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

  /// Has to follow `begin` once, whether or not the file was kept.
  func end(_ file: Incoming) async {
    try? await Disk.run {
      unlink(file.path)
      close(file.descriptor)
    }
  }

  /// Ends an upload that the database knows.
  func settle(_ id: MediaID) async {
    let mark = mark(of: id)
    try? await Disk.run { _ = unlink(mark) }
  }

  /// Ends an upload that the database does not know.
  func remove(_ id: MediaID) async {
    let (mark, path) = (mark(of: id), path(of: id))
    try? await Disk.run {
      unlink(path)
      unlink(mark)
    }
  }

  /// Removes what uploads left that were cut off, and tells which ones were whole.
  func unsettled() throws -> [MediaID] {
    let names = try Disk.names(in: incoming)
    for name in names where name.hasSuffix(".part") { unlink("\(incoming)/\(name)") }
    return names.compactMap(MediaID.init)
  }

  /// How many bytes may still be written.
  func freeSpace() async throws -> Int {
    try await Disk.run { [files] in
      var status = statvfs()
      guard statvfs(files, &status) == 0 else { throw DiskError("statvfs") }
      return Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
    }
  }

  /// Whether content of that size is there.
  func holds(_ id: MediaID, size: Int) async throws -> Bool {
    let path = path(of: id)
    return try await Disk.run {
      var status = stat()
      return lstat(path, &status) == 0 && status.st_size == size
        && status.st_mode & S_IFMT == S_IFREG
    }
  }
}
