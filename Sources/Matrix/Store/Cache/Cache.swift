import GRDB

/// The store of what a server can give again: rooms, people and events of one account.
///
/// After a loss of power the last changes may be missing, but never a part of one: what is on the
/// disk always belongs to the sync token beside it. Calls block on the disk: never use them on the
/// main thread.
final class Cache: Sendable {
  /// The path of the database; for messages.
  let path: String
  private let queue: DatabaseQueue

  /// Opens the cache of an account, and makes a new one when there is none.
  ///
  /// A damaged file, one of a newer version and one of another program fail with an error that means damage;
  /// one that cannot be migrated with an error that blames its content. Fails otherwise when the file is a
  /// link or belongs to another user.
  convenience init(in directory: AccountDirectory) throws(StorageError) {
    try self.init(CacheFile(directory)) { try $0.open() }
  }

  /// Opens the cache of an account only for reading, also while a screen has it open.
  ///
  /// Nil when there is none.
  convenience init?(readingIn directory: AccountDirectory) throws(StorageError) {
    let file = CacheFile(directory)
    do {
      guard let queue = try file.openForReading() else { return nil }
      self.init(path: file.path, queue: queue)
    } catch {
      throw StorageError(error, path: file.path)
    }
  }

  /// Sets the cache of an account aside, which nobody may have open, and makes an empty one.
  convenience init(replacingIn directory: AccountDirectory) throws(StorageError) {
    try self.init(CacheFile(directory)) { try $0.replace() }
  }

  private convenience init(
    _ file: CacheFile, _ open: (CacheFile) throws -> DatabaseQueue
  ) throws(StorageError) {
    do {
      self.init(path: file.path, queue: try open(file))
    } catch {
      throw StorageError(error, path: file.path)
    }
  }

  /// Makes a cache that ends with the process.
  convenience init() throws(StorageError) {
    let name = "the cache in memory"
    do {
      let queue = try LastingQueue.openInMemory()
      try CacheLayout.migrator.migrate(queue)
      self.init(path: name, queue: queue)
    } catch {
      throw StorageError(error, path: name)
    }
  }

  private init(path: String, queue: DatabaseQueue) {
    self.path = path
    self.queue = queue
  }

  deinit { close() }

  /// How much a copy in memory may have of a file and beside it, in pages of 4 KiB: 128 and 32 MiB.
  ///
  /// A disk may stay full for weeks. What does not fit waits on the server: a change that fails for want
  /// of pages leaves the sync token as it was.
  struct CopyLimit {
    var copied = 32_768
    var added = 8_192
  }

  /// A copy that ends with the process; nil of a file that is too large for one.
  func copyInMemory(limit: CopyLimit = CopyLimit()) throws(StorageError) -> Cache? {
    do {
      let pages = try queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
      guard pages <= limit.copied else { return nil }
      let copy = try LastingQueue.openInMemory()
      try queue.backup(to: copy)
      try copy.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA max_page_count = \(pages + limit.added)")
      }
      return Cache(path: path, queue: copy)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Ends the use of the file; later calls fail.
  func close() { try? queue.close() }

  /// Reads from one consistent state.
  ///
  /// GRDB's own read switches `query_only`, which makes SQLite compile all statements anew: a third of
  /// the work for a page of messages.
  func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try queue.unsafeRead { database in
        try database.beginTransaction(.deferred)
        do {
          let value = try body(database)
          try database.commit()
          return value
        } catch {
          try? database.rollback()
          throw error
        }
      }
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Makes all changes of `body` in one transaction, or none.
  func write<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try queue.write(body)
    } catch {
      throw StorageError(error, path: path)
    }
  }
}
