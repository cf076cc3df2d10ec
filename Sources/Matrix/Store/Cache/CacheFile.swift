import GRDB

/// The file of an account's cache: opens, replaces and removes it.
///
/// Only the process that holds the account's instance lock uses it.
struct CacheFile {
  private static let asideName = "\(AccountDirectory.cacheName).damaged"
  private let file: DatabaseFile
  var path: String { file.path }

  init(_ directory: AccountDirectory) {
    file = DatabaseFile(directory: directory, name: AccountDirectory.cacheName)
  }

  /// Fails with an error that means damage, or blames the content, when the file is of no use.
  func open() throws -> DatabaseQueue {
    try file.closeToOthers()
    if try file.size() == nil { try file.makeEmpty() }
    return try openExisting()
  }

  /// Nil when there is no cache of this version.
  func openForReading() throws -> DatabaseQueue? {
    try file.closeToOthers()
    guard try file.size() != nil else { return nil }
    var configuration = Self.configuration
    configuration.readonly = true
    let queue = try LastingQueue.open(path, configuration)
    do {
      if try queue.read(CacheLayout.migrator.hasCompletedMigrations) { return queue }
      try queue.close()
      return nil
    } catch {
      try? queue.close()
      throw error
    }
  }

  /// Sets the file aside, in place of one set aside earlier, and opens an empty one.
  func replace() throws -> DatabaseQueue {
    let aside = DatabaseFile(directory: file.directory, name: Self.asideName)
    try aside.remove()
    try file.move(to: aside)
    try file.makeEmpty()
    return try openExisting()
  }

  /// What is wrong with the file, which may be in use; nil when it is sound or cannot be looked at now.
  ///
  /// Reads all of it.
  func damage() -> String? {
    do {
      let answer = try file.integrity(.pages)
      return answer == DatabaseFile.sound ? nil : answer
    } catch let error as DatabaseError where error.meansDamage {
      return error.message ?? "no database"
    } catch {
      return nil
    }
  }

  /// Removes the cache, and what was set aside.
  func erase() throws(StorageError) {
    try file.remove()
    try DatabaseFile(directory: file.directory, name: Self.asideName).remove()
  }

  private func openExisting() throws -> DatabaseQueue {
    let queue = try LastingQueue.open(path, Self.configuration)
    do {
      try queue.writeWithoutTransaction { database in
        let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard [0, CacheLayout.applicationID].contains(id),
          try !CacheLayout.migrator.hasBeenSuperseded(database)
        else {
          throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "not a cache of this version")
        }
        if id == 0 {
          try database.execute(sql: "PRAGMA application_id = \(CacheLayout.applicationID)")
        }
      }
      try migrate(queue)
      return queue
    } catch {
      try? queue.close()
      throw error
    }
  }

  private func migrate(_ queue: DatabaseQueue) throws {
    guard try !queue.unsafeRead(CacheLayout.migrator.hasCompletedMigrations) else { return }
    try CacheLayout.migrator.migrate(queue)
    // Otherwise each start reads the whole log first, until a later write empties it. A log that cannot
    // be moved now is as good as the file.
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "cache"
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      guard !database.configuration.readonly else { return }
      // GRDB's own setting for this mode would also make and drop a table at each start.
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      // A quarter of SQLite's own limit: the next start reads the whole log before anything is shown.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 250")
    }
    return configuration
  }
}
