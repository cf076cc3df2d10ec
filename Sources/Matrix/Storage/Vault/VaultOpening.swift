import GRDB

/// Opens a vault: makes it when there is none, saves what can be read of a damaged one, copies an
/// older one before its tables change.
struct VaultOpening {
  struct Opened {
    let file: DatabaseFile
    let queue: DatabaseQueue
    let use: VaultUse
    let repair: VaultRepair?
  }

  /// What was found without changing anything.
  private enum Finding {
    case absent
    case damaged(String)
    /// Its tables have to be changed first; the number of migrations made so far.
    case older(Int)
    case ready
  }

  /// Held while the vault is opened, so that only one process makes, changes or repairs it.
  private static let lock = "vault.lock"

  private let file: DatabaseFile
  private let migrator: DatabaseMigrator
  private var directory: AccountDirectory { file.directory }

  init(_ directory: AccountDirectory, migrator: DatabaseMigrator) {
    file = DatabaseFile(directory: directory, name: Vault.fileName)
    self.migrator = migrator
  }

  func run() throws(StorageError) -> Opened {
    do {
      return try directory.withLock(Self.lock) { try open(VaultUse(in: directory)) }
    } catch {
      throw StorageError(error, path: file.path)
    }
  }

  private func open(_ use: VaultUse) throws -> Opened {
    var repair: VaultRepair?
    switch try find() {
    case .absent: try makeNew()
    case .damaged(let reason):
      repair = try use.alone { try VaultSalvage(file, migrator: migrator).run(reason) }
    case .older(let version): try use.alone { try migrate(from: version) }
    case .ready: break
    }
    let queue = try LastingQueue.open(file.path, Self.configuration)
    return Opened(file: file, queue: queue, use: use, repair: repair)
  }

  private func find() throws -> Finding {
    let companions = try DatabaseFile.companions.compactMap { try file.size(suffix: $0) }
    guard let size = try file.size() else {
      // SQLite would add the log of a lost vault to a new one.
      return companions.isEmpty ? .absent : .damaged("the file is missing, only its log is there")
    }
    // A new vault gets its name when it is complete, so an empty one has lost its content.
    guard size > 0 else { return .damaged("the file is empty") }
    do {
      do {
        return try inspect(isReadOnly: true)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
        // A killed process left a transaction, which SQLite first has to undo or complete.
        return try inspect(isReadOnly: false)
      }
    } catch let error as DatabaseError where error.meansDamage {
      return .damaged(error.message ?? "no database")
    }
  }

  /// Looks at the content, through a connection that cannot change it if possible.
  private func inspect(isReadOnly: Bool) throws -> Finding {
    var configuration = Self.configuration
    configuration.readonly = isReadOnly
    let queue = try LastingQueue.open(file.path, configuration)
    defer { try? queue.close() }
    return try queue.read { database in
      guard try Int.fetchOne(database, sql: "PRAGMA application_id") == VaultLayout.applicationID
      else { return .damaged("it is not a vault") }
      guard try !migrator.hasBeenSuperseded(database) else {
        throw StorageError(path: file.path, problem: .newerVersion)
      }
      // The whole file, at every opening: 3 ms with 5,000 messages of usual length, 10 ms with as
      // much text as may wait unsent.
      let check = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
      guard check == "ok" else { return .damaged(check) }
      guard try !migrator.hasCompletedMigrations(database) else { return .ready }
      return .older(try migrator.appliedMigrations(database).count)
    }
  }

  private func makeNew() throws {
    let new = DatabaseFile(directory: directory, name: ".\(Vault.fileName).new")
    try Self.make(new, migrator: migrator).close()
    try new.move(to: file)
  }

  /// Makes a vault without rows under a temporary name.
  static func make(_ new: DatabaseFile, migrator: DatabaseMigrator) throws -> DatabaseQueue {
    try new.makeEmpty()
    let queue = try LastingQueue.open(new.path)
    do {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA application_id = \(VaultLayout.applicationID)")
      }
      try migrator.migrate(queue)
      // Before the file has its name: a kill during this change would leave a journal beside it.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      return queue
    } catch {
      try? queue.close()
      throw error
    }
  }

  private func migrate(from version: Int) throws {
    let queue = try LastingQueue.open(file.path, Self.configuration)
    defer { try? queue.close() }
    try keepCopy(of: queue, version)
    try migrator.migrate(queue)
  }

  /// Copies the vault aside; the copy of an earlier migration goes.
  private func keepCopy(of queue: DatabaseQueue, _ version: Int) throws {
    let new = DatabaseFile(directory: directory, name: ".\(Vault.fileName).copy")
    try new.makeEmpty()
    try queue.vacuum(into: new.path)
    let prefix = "\(Vault.fileName).schema-"
    try new.move(to: DatabaseFile(directory: directory, name: "\(prefix)\(version)"))
    for entry in try directory.entries()
    where entry.name.hasPrefix(prefix) && entry.name != "\(prefix)\(version)" {
      try directory.remove(entry.name)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "vault"
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // GRDB's own setting for this mode would reduce `synchronous` again.
      if !database.configuration.readonly {
        try database.execute(sql: "PRAGMA journal_mode = WAL")
      }
      // What the screen shows as kept must survive a loss of power.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // The next start after a kill reads the whole log before anything is shown.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 100")
    }
    return configuration
  }
}
