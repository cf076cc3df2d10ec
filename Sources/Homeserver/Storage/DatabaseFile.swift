import GRDB
import Glibc

/// Checks the database file before it is opened: the server never overwrites existing data with an
/// empty database, and never touches a foreign file.
struct DatabaseFile {
  /// The largest file that is checked completely, in bytes: a larger one would delay the start.
  private static let checkedSize = 2 << 20
  private static let magic = Array("SQLite format 3\0".utf8)
  /// Tables that every version has.
  private static let tables: Set = ["grdb_migrations", "server", "users", "rooms", "events"]

  let path: String

  /// Checks the file, or makes one without tables if there are no data yet.
  ///
  /// - Throws: `HomeserverError`.
  func prepare() throws {
    let log = try PrivateFile.size(path + "-wal") ?? 0
    _ = try PrivateFile.size(path + "-shm")
    _ = try PrivateFile.size(path + "-journal")
    let size = try PrivateFile.size(path)
    guard let size else {
      // SQLite would delete the log of an empty file.
      guard try log == 0 && !hasOtherData() else { throw HomeserverError.lostData(path) }
      return try make()
    }
    guard size > 0 else { throw HomeserverError.lostData(path) }
    // After a crash the log completes a half-written file.
    guard try log > 0 || begins(with: Self.magic) else { throw HomeserverError.noDatabase(path) }
    do {
      try inspect(size)
    } catch let error as DatabaseError {
      throw HomeserverError(error, path)
    }
  }

  /// Whether the folder holds files that only a server with data makes.
  private func hasOtherData() throws -> Bool {
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    if try PrivateFile.size(RegistrationToken.path(in: folder)) != nil { return true }
    let files = (try? Disk.names(in: Disk.content(of: folder))) ?? []
    return !files.isEmpty
  }

  /// Makes the file.
  ///
  /// SQLite would let other users read it. It is renamed into place with content, because an empty
  /// file means lost data.
  private func make() throws {
    let new = path + ".new"
    unlink(new)
    guard let file = try PrivateFile.open(new, O_RDWR | O_CREAT) else {
      throw HomeserverError.system(new)
    }
    close(file)
    try DatabaseQueue(path: new).write { try $0.execute(sql: "PRAGMA user_version = 1") }
    guard rename(new, path) == 0 else { throw HomeserverError.system(path) }
  }

  private func begins(with magic: [UInt8]) throws(HomeserverError) -> Bool {
    guard let file = try PrivateFile.open(path, O_RDONLY) else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    return read(file, &bytes, bytes.count) == bytes.count && bytes == magic
  }

  /// Checks the content without changing it.
  private func inspect(_ size: Int) throws {
    var configuration = GRDB.Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    try DatabaseQueue(path: path, configuration: configuration).read { database in
      guard try !Layout.migrator.hasBeenSuperseded(database) else {
        throw HomeserverError.newerData(path)
      }
      let tables = try String.fetchSet(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      if tables.isSubset(of: ["grdb_migrations"]) {
        // The first start ended before it made the tables.
        guard try !hasOtherData() else { throw HomeserverError.lostData(path) }
      } else if !tables.isSuperset(of: Self.tables) {
        throw HomeserverError.foreignData(path)
      }
      guard size <= Self.checkedSize else { return }
      let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
      guard finding == "ok" else { throw HomeserverError.damaged(path) }
    }
  }
}

extension HomeserverError {
  /// Translates an error of SQLite.
  init(_ error: DatabaseError, _ path: String) {
    switch StorageTrouble(error) {
    case .damaged?: self = .damaged(path)
    case .full?: self = .failed(path, ENOSPC)
    case .unusable?, nil: self = .cannotOpen(path, error.message ?? "\(error.resultCode)")
    }
  }
}
