import GRDB
import ModelKit

/// A transaction that somebody has open in the file of a store, with the store's rows in it.
///
/// SQLite can take rows back alone: a statement fails in the middle, or a savepoint is rolled back. Then the
/// rest is not committed either.
final class JoinedTransaction: JoinableTransaction, TransactionObserver {
  // The connection holds this object until the transaction ends.
  private unowned let database: Database
  let path: String
  private(set) var isCommitted = false
  private var isWhole = false
  private var tables: Set<String> = []
  /// How many rows were written, and how many of them no savepoint has taken back.
  private var (written, kept) = (0, 0)

  init(_ database: Database, path: String) {
    self.database = database
    self.path = path
    database.add(transactionObserver: self, extent: .nextTransaction)
  }

  func apply(_ writes: [ModelWrite]) throws(ModelPersistenceError) {
    do {
      for write in writes {
        tables.insert(SchemaTable.unquotedName(of: write.schema))
        try GRDBPersistence.apply(write, to: database)
        written += database.changesCount
      }
      isWhole = true
    } catch {
      // Some errors end the transaction, and the connection does not say so: the next one is another.
      if !database.isInsideTransaction { database.remove(transactionObserver: self) }
      throw ModelPersistenceError(error, path: path)
    }
  }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { tables.contains(kind.tableName) }

  func databaseDidChange(with event: DatabaseEvent) { kept += 1 }

  func databaseWillCommit() throws {
    guard isWhole, kept >= written else {
      throw ModelPersistenceError(
        .inaccessible, path: path, message: "rows of the store are missing in the transaction")
    }
  }

  func databaseDidCommit(_ database: Database) { isCommitted = true }

  func databaseDidRollback(_ database: Database) {}
}
