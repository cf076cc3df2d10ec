import GRDB
import ModelKit

/// What the file says of itself, in a table of its own: the version of the tables' layout, and each
/// type's schema.
enum FileFormat {
  static let version = 1

  /// Whether the file has this version's layout.
  static func isReady(_ database: Database, path: String) throws -> Bool {
    guard try database.tableExists("modelkit_format") else { return false }
    let found = try Int.fetchOne(database, sql: "SELECT version FROM modelkit_format")
    guard let found else { return false }
    guard found <= version else {
      throw ModelPersistenceError(
        .newerFormat, path: path, message: "layout \(found), this program knows \(version)")
    }
    return true
  }

  static func prepare(_ database: Database, path: String) throws {
    // Another process may have been first.
    guard try !isReady(database, path: path) else { return }
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS modelkit_format (version INTEGER NOT NULL);
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
