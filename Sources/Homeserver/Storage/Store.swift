import GRDB
import MatrixPush

/// The state of the server on the disk.
///
/// Writes pass through one queue. Those that wait while a transaction is being committed form the
/// next transaction, each in its own savepoint: many clients share one wait for the disk. A write
/// completes, and others see it, only once it is on the disk.
final class Store: Sendable {
  private let pool: DatabasePool
  private let jobs = BatchQueue<Job>(label: "homeserver.writer")
  private let cache = RoomCache()
  private let pushRules: PushRuleBook
  private let onCommit: @Sendable (Commit) -> Void

  /// A waiting write; `run` returns what completes it once its batch is on the disk.
  private struct Job: Sendable {
    let run: @Sendable (WriteContext) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
  }

  /// Opens or creates the file.
  ///
  /// - Parameter onCommit: Receives each transaction in order, once it is on the disk and before its
  ///   writes complete.
  /// - Throws: `HomeserverError` if the file cannot be used.
  init(path: String, onCommit: @escaping @Sendable (Commit) -> Void) throws {
    var configuration = Configuration()
    configuration.label = "homeserver"
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      // What a response has confirmed must survive a loss of power.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // The operating system caches the pages too, so a miss here costs only a copy.
      let kibibytes = database.configuration.readonly ? 256 : 1024
      try database.execute(sql: "PRAGMA cache_size = -\(kibibytes)")
    }
    do {
      try DatabaseFile(path: path).prepare()
      pool = try DatabasePool(path: path, configuration: configuration)
      try Layout.migrator.migrate(pool)
      pushRules = try pool.read { try PushRuleBook($0) }
    } catch let error as DatabaseError {
      throw HomeserverError(error, path)
    }
    self.onCommit = onCommit
  }

  /// The server name stored with the data; the first start stores it.
  func serverName(asked: String?) throws -> String {
    try pool.write { database in
      if let stored = try ServerValues.value("server_name", in: database) {
        guard let asked, asked != stored else { return stored }
        guard try ServerName.normalized(asked) == stored else {
          throw HomeserverError.otherName(stored: stored, asked: asked)
        }
        return stored
      }
      let name = try ServerName.normalized(asked ?? "localhost")
      try ServerValues.set("server_name", to: name, in: database)
      return name
    }
  }

  /// What people said of their being there when the file was last in use.
  func statuses() throws -> [UserID: String] { try pool.read { try Statuses.all(in: $0) } }

  /// Reads a consistent snapshot that includes everything committed before the call.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await pool.read(body)
  }

  /// The state of a room as it is on the disk; nil when there is no such room.
  func room(_ id: RoomID) async throws -> RoomSnapshot? {
    if let snapshot = cache.snapshot(of: id) { return snapshot }
    return try await write { try $0.room(id) }
  }

  /// Runs a write and returns once it is on the disk; a write that throws is rolled back.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (WriteContext) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let job = Job(
        run: { context in
          let value = try body(context)
          return { continuation.resume(returning: value) }
        },
        fail: { continuation.resume(throwing: $0) })
      jobs.add(job) { self.commit($0) }
    }
  }

  /// Closes the file, which is then complete without its write-ahead log.
  func close() throws {
    // Explicit, because the connection that closes last is a read-only one.
    _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try pool.close()
  }

  private func commit(_ batch: [Job]) {
    var successes: [Int: @Sendable () -> Void] = [:]
    var failures: [Int: any Error] = [:]
    do {
      let (commit, readRooms) = try pool.write { database in
        let context = try WriteContext(database, cache: cache, pushRules: pushRules)
        for (index, job) in batch.enumerated() {
          do {
            try context.attempt { successes[index] = try job.run($0) }
          } catch {
            // Without a transaction, the next write would commit by itself.
            if StorageTrouble(error)?.endsTransactions == true { throw error }
            failures[index] = error
          }
        }
        return (try context.finish(), context.readRooms)
      }
      cache.take(readRooms.merging(commit.rooms) { _, changed in changed })
      pushRules.take(commit.pushRules)
      onCommit(commit)
      for (index, job) in batch.enumerated() {
        if let error = failures[index] { job.fail(error) } else { successes[index]?() }
      }
    } catch {
      for (index, job) in batch.enumerated() { job.fail(failures[index] ?? error) }
    }
  }
}

/// What a transaction changed.
struct Commit: Sendable {
  /// The position of the last change.
  var position: Int64
  /// The events that were added, in their order.
  var events: [StoredEvent] = []
  /// The rooms with news for all members: an event, a receipt.
  var rooms: [RoomID: RoomSnapshot] = [:]
  /// Users with news for themselves alone: account data, memberships.
  var users: Set<UserID> = []
  /// The push rules that were changed.
  var pushRules: [UserID: PushRuleset] = [:]
  /// The devices that ended; their waiting requests end too.
  var endedDevices: Set<Requester> = []
}
