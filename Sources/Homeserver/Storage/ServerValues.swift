import GRDB

/// Named texts that the server stores about itself.
enum ServerValues {
  /// A text; nil if there is none.
  static func value(_ name: String, in database: Database) throws -> String? {
    try String.one(database, "SELECT value FROM server WHERE name = ?", [name])
  }

  /// The position of the last change.
  static func position(in database: Database) throws -> Int64 {
    try value("position", in: database).flatMap { Int64($0) } ?? 0
  }

  /// Stores a text.
  static func set(_ name: String, to value: String, in database: Database) throws {
    try database.run(
      """
      INSERT INTO server (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, [name, value])
  }
}
