import GRDB
import Synchronization

/// The durable store of one account: what no server can give back.
///
/// A change is on the disk when its call returns. Several processes, and several values in one
/// process, may use the file at once. Calls block on the disk: never use them on the main thread.
final class Vault: Sendable {
  static let fileName = "vault.sqlite"

  /// The path of the database.
  let path: String
  /// What opening found damaged and saved; nil when the file was sound.
  let repair: VaultRepair?
  private let queue: DatabaseQueue
  private let use: VaultUse
  /// Parts that this value may no longer change.
  private let sealed = Mutex<Set<VaultPart>>([])

  /// Opens the vault of an account; makes, migrates or repairs it first when needed.
  ///
  /// Fails when the file is a link, belongs to another user, is open to others, or comes from a newer
  /// version of the program; it is unchanged then.
  init(
    in directory: AccountDirectory, migrator: DatabaseMigrator = VaultLayout.migrator
  ) throws(StorageError) {
    let opened = try VaultOpening(directory, migrator: migrator).run()
    path = opened.file.path
    repair = opened.repair
    queue = opened.queue
    use = opened.use
  }

  deinit { try? queue.close() }

  /// The copies of damaged vaults, by name, that have rows which no repair could read.
  ///
  /// - Parameter table: Only those with rows of this table.
  func copiesWithLosses(of table: String? = nil) throws(StorageError) -> [String] {
    try read { database in
      try String.fetchAll(
        database,
        sql: "SELECT DISTINCT copy FROM losses WHERE name = coalesce(?, name) ORDER BY copy",
        arguments: [table])
    }
  }

  /// Prevents further changes of a part through this value.
  ///
  /// A change that has begun is on the disk when the call returns, so the next session reads it.
  func seal(_ part: VaultPart) {
    sealed.withLock { _ = $0.insert(part) }
  }

  /// Reads from one consistent state.
  func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw StorageError(error, path: path)
    }
  }

  /// Makes all changes of `body` in one transaction, or none.
  ///
  /// - Parameter isLast: Seals the parts, whether or not the change succeeds: unfinished work of an ended
  ///   session cannot undo it.
  func change(
    _ parts: VaultPart..., isLast: Bool = false, _ body: (Database) throws -> Void
  ) throws(StorageError) {
    // The lock is held during the transaction: `seal` waits for it.
    let problem = sealed.withLock { sealed -> StorageError? in
      guard sealed.isDisjoint(with: parts) else {
        return StorageError(path: path, problem: .sealed)
      }
      if isLast { sealed.formUnion(parts) }
      do {
        try queue.write(body)
        return nil
      } catch {
        return StorageError(error, path: path)
      }
    }
    if let problem { throw problem }
  }
}

/// A part of the vault that is sealed by itself.
enum VaultPart: Hashable, Sendable {
  case encryptedRooms
  case outbox
  case places
  case session
}
