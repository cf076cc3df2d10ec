import GRDB
import ModelKit

/// The file's own metadata, in a separate table: the version of the table layout and each type's
/// schema.
enum FileFormat {
  static let version = 1

  /// Whether the file has this version's layout; false if it has none yet.
  ///
  /// - Parameter isShared: Whether the file may contain tables of other programs.
  static func isReady(_ database: Database, path: String, isShared: Bool) throws -> Bool {
    guard try database.tableExists("modelkit_format") else {
      let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      guard isShared || count == 0 else {
        throw ModelPersistenceError(
          .corrupt, path: path, message: "it contains tables of another program")
      }
      return false
    }
    let versions = try DatabaseValue.fetchAll(database, sql: "SELECT version FROM modelkit_format")
    guard versions.count == 1, case .int64(let found) = versions[0].storage, found >= 1 else {
      throw ModelPersistenceError(
        .corrupt, path: path, message: "the version of its layout is missing")
    }
    guard found <= version else {
      throw ModelPersistenceError(
        .newerFormat, path: path, message: "layout \(found), this program knows \(version)")
    }
    return true
  }

  static func prepare(_ database: Database, path: String, isShared: Bool) throws {
    // Another process may have created it first.
    guard try !isReady(database, path: path, isShared: isShared) else { return }
    try database.execute(
      sql: """
        CREATE TABLE modelkit_format (version INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS modelkit_schema (
          name TEXT PRIMARY KEY NOT NULL,
          version INTEGER NOT NULL,
          hash INTEGER NOT NULL,
          fields TEXT NOT NULL
        ) WITHOUT ROWID;
        """)
    try database.execute(
      sql: "INSERT INTO modelkit_format (version) VALUES (?)", arguments: [version])
  }
}
