import GRDB

/// What the server remembers of itself: texts by their names.
enum ServerValues {
  /// A text; nil when there is none.
  static func value(_ name: String, in database: Database) throws -> String? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT value FROM server WHERE name = ?"), arguments: [name])
  }

  /// Remembers a text.
  static func set(_ name: String, to value: String, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO server (name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """
    ).execute(arguments: [name, value])
  }
}
