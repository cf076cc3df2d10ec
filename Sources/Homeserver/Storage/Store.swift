import Dispatch
import GRDB
import Synchronization

/// The state of the server on the disk.
///
/// Writes pass one queue. All that wait while one transaction is on its way to the disk become the
/// next one, each in a savepoint of its own: many clients share one wait for the disk. A write is
/// answered, and shown to others, only when it is on the disk.
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

  /// A write that waits: `run` reports failure, and `finish` is called when its batch has ended.
  private struct Job: Sendable {
    let run: @Sendable (WriteContext) throws -> Void
    let fail: @Sendable (any Error) -> Void
    let succeed: @Sendable () -> Void
  }

  /// Opens the file or makes it.
  ///
  /// Throws `HomeserverError` when the file cannot be used.
  ///
  /// - Parameter onCommit: Is told of each transaction once it is on the disk, in their order, before
  ///   the writers are answered.
  init(path: String, onCommit: @escaping @Sendable (Commit) -> Void) throws {
    var configuration = Configuration()
    configuration.label = "homeserver"
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      // An answer to a client is a promise: it must survive a loss of power too.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // The system keeps the file's pages too: one that is not here costs a copy.
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

  /// The name of the server that the data belong to; new ones belong to who asks first.
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

  /// Reads a consistent state of the file, which holds all that was committed before the call.
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

  /// Runs a write and returns once it is on the disk; nothing of it stays when it throws.
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

  /// Ends the use of the file, which then is whole without the files beside it.
  func close() throws {
    // Asked for: the connection that closes last is one that only reads.
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
            // The next write must not begin a transaction of its own.
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
  /// The place of the last change.
  var position: Int64
  /// The events that were added, in their order.
  var events: [StoredEvent] = []
  /// The rooms in which something is told to all members: an event, a receipt.
  var rooms: [RoomID: RoomSnapshot] = [:]
  /// Users of whom something changed that only they are told: account data, memberships.
  var users: Set<UserID> = []
  /// The devices that ended; their waiting requests end too.
  var endedDevices: Set<Requester> = []
}

/// A mutex that a closure can keep.
final class Box<Value: ~Copyable & Sendable>: Sendable {
  let value: Value

  init(_ value: consuming Value) { self.value = value }
}
