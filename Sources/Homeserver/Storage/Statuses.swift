import GRDB

/// What people say of their being there, which outlives a restart; whether they are there does not.
enum Statuses {
  /// Stores a status; nil removes it.
  static func set(_ text: String?, of user: UserID, in database: Database) throws {
    guard let text else {
      return try database.run("DELETE FROM statuses WHERE user = ?", [user])
    }
    try database.run(
      """
      INSERT INTO statuses (user, text) VALUES (?, CAST(? AS TEXT))
      ON CONFLICT (user) DO UPDATE SET text = excluded.text
      """, [user, WholeText(text)])
  }

  /// All statuses.
  static func all(in database: Database) throws -> [UserID: String] {
    let rows = try Row.all(
      database, "SELECT user, CAST(text AS BLOB) AS text FROM statuses"
    ) { row in
      UserID(row["user"]).map { (user: $0, text: (row["text"] as WholeText).text) }
    }
    return rows.reduce(into: [:]) { $0[$1.user] = $1.text }
  }
}
