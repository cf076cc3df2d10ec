public import GRDB
public import ModelKit

extension ModelTransaction {
  /// Writes the rows in a transaction that the caller has open; the last call of a transaction of the store.
  ///
  /// ```swift
  /// try store.update { transaction in
  ///   try pool.write { database in
  ///     try database.execute(sql: "UPDATE progress SET token = ?", arguments: [token])
  ///     transaction.merge(user)
  ///     try transaction.save(in: database)
  ///   }
  /// }
  /// ```
  ///
  /// The rows are stored together with what else the caller writes, or not at all. The store follows the
  /// database: its readers see the changes once the database has committed them, and never if it rolls
  /// back, whether or not the closure of `update` throws. Changes of earlier transactions of the store that
  /// are not written yet are written first, so what is stored is always a prefix of what has happened.
  ///
  /// The transaction of the database begins and ends inside that of the store. The other way round (an
  /// `update` inside `pool.write`) both could wait for each other for ever.
  ///
  /// - Parameter database: The writing connection of the store's persistence, inside a transaction. For a
  ///   store that persists nothing, any connection.
  /// - Throws: If the rows cannot be written, or one of them is merged with stored data that could not be
  ///   read. The database refuses to commit the transaction then, and also after a savepoint around this
  ///   call was rolled back alone.
  public mutating func save(in database: Database) throws(ModelPersistenceError) {
    precondition(database.isInsideTransaction, "the caller has a transaction open")
    guard let persistence else { return try join(JoinedTransaction(database, path: "")) }
    guard let persistence = persistence as? GRDBPersistence, persistence.isWriter(database) else {
      preconditionFailure("the transaction is one of the store's own persistence")
    }
    try join(JoinedTransaction(database, path: persistence.path))
  }
}
