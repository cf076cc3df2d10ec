import Dispatch
import GRDB
import Synchronization

/// The server's database.
///
/// Writes go through one queue. Those that arrive while a transaction is being committed form the
/// next transaction, each in its own savepoint, so many clients share one wait for the disk. A write
/// returns, and becomes visible to others, only once it is on the disk.
final class Store: Sendable {
  private let pool: DatabasePool
  private let queue = DispatchQueue(label: "homeserver.writer")
  private let jobs = Mutex(Jobs())
  private let cache = RoomCache()
  private let onCommit: @Sendable (Commit) -> Void

  private struct Jobs {
    var waiting: [Job] = []
    var isRunning = false
  }

  /// A waiting write, and the closures that end it once its batch is committed or has failed.
  private struct Job: Sendable {
    let run: @Sendable (WriteContext) throws -> Void
    let fail: @Sendable (any Error) -> Void
    let succeed: @Sendable () -> Void
  }

  /// Opens the database, or makes it.
  ///
  /// - Parameter onCommit: Receives each transaction in order once it is on the disk, before its
  ///   writes return.
  /// - Throws: `HomeserverError` if the file cannot be used.
  init(path: String, onCommit: @escaping @Sendable (Commit) -> Void) throws {
    var configuration = Configuration()
    configuration.label = "homeserver"
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      // A response is a promise, which must survive a power failure too.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // The system caches the file as well, so a miss costs only a copy.
      let kibibytes = database.configuration.readonly ? 256 : 1024
      try database.execute(sql: "PRAGMA cache_size = -\(kibibytes)")
    }
    do {
      try DatabaseFile(path: path).prepare()
      pool = try DatabasePool(path: path, configuration: configuration)
      try Layout.migrator.migrate(pool)
    } catch let error as DatabaseError {
      throw HomeserverError(error, path)
    }
    self.onCommit = onCommit
  }

  /// The server name that the data belong to; the first start chooses it.
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

  /// Reads a consistent state, which includes everything committed before the call.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await pool.read(body)
  }

  /// The state of a room on the disk; nil if there is no such room.
  func room(_ id: RoomID) async throws -> RoomSnapshot? {
    if let snapshot = cache.snapshot(of: id) { return snapshot }
    return try await write { try $0.room(id) }
  }

  /// Runs a write and returns once it is on the disk; a write that throws changes nothing.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (WriteContext) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let result = Mutex<Value?>(nil)
      let box = Box(result)
      submit(
        Job(
          run: { context in
            let value = try body(context)
            box.value.withLock { $0 = value }
          },
          fail: { continuation.resume(throwing: $0) },
          succeed: {
            guard let value = box.value.withLock({ $0 }) else { return }
            continuation.resume(returning: value)
          }))
    }
  }

  /// Closes the database and merges its log into the file.
  func close() throws {
    // Needed because the last connection to close is a reader, which does not merge.
    _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try pool.close()
  }

  private func submit(_ job: Job) {
    let starts = jobs.withLock { jobs in
      jobs.waiting.append(job)
      defer { jobs.isRunning = true }
      return !jobs.isRunning
    }
    if starts { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let batch = jobs.withLock { jobs in
        defer { jobs.waiting = [] }
        if jobs.waiting.isEmpty { jobs.isRunning = false }
        return jobs.waiting
      }
      if batch.isEmpty { return }
      commit(batch)
    }
  }

  private func commit(_ batch: [Job]) {
    var failures: [Int: any Error] = [:]
    do {
      let (commit, readRooms) = try pool.write { database in
        let context = try WriteContext(database, cache: cache)
        for (index, job) in batch.enumerated() {
          do {
            try context.attempt(job.run)
          } catch {
            // The next write must not begin its own transaction.
            if StorageTrouble(error)?.endsTransactions == true { throw error }
            failures[index] = error
          }
        }
        return (try context.finish(), context.readRooms)
      }
      cache.take(readRooms.merging(commit.rooms) { _, changed in changed })
      onCommit(commit)
      for (index, job) in batch.enumerated() {
        if let error = failures[index] { job.fail(error) } else { job.succeed() }
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
  /// The added events, in order.
  var events: [StoredEvent] = []
  /// The rooms with changes that all members see: events, receipts.
  var rooms: [RoomID: RoomSnapshot] = [:]
  /// The users with changes that only they see: account data, memberships.
  var users: Set<UserID> = []
  /// The ended devices, whose waiting requests end too.
  var endedDevices: Set<Requester> = []
}

/// Lets a closure capture a mutex.
final class Box<Value: ~Copyable & Sendable>: Sendable {
  let value: Value

  init(_ value: consuming Value) { self.value = value }
}
