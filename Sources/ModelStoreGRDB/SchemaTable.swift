import GRDB
import ModelKit

/// The table of one type and the indexes that its schema requires.
struct SchemaTable {
  private let schema: ModelSchema
  /// The SQL that creates each index, by the index's name.
  private let indexes: [String: String]

  init(_ schema: ModelSchema, path: String) throws(ModelPersistenceError) {
    self.schema = schema
    var indexes: [String: String] = [:]
    for field in schema.fields where field.isIndexed {
      let name = "model_\(schema.name).\(schema.indexPart(of: field.name))"
      let expression = try FieldExpression(field, of: schema, path: path).sql
      indexes[name] =
        "CREATE INDEX \(Self.quoted(name)) ON \(Self.name(of: schema)) (\(expression))"
    }
    self.indexes = indexes
  }

  /// The table's name, quoted.
  static func name(of schema: ModelSchema) -> String {
    quoted(unquotedName(of: schema))
  }

  static func unquotedName(of schema: ModelSchema) -> String { "model_" + schema.name }

  /// Whether the database already has the table, the indexes and the schema.
  func isReady(_ database: Database) throws -> Bool {
    try database.tableExists(Self.unquotedName(of: schema)) && recordedHash(database) == hash
      && staleIndexes(database).isEmpty
      && indexes.allSatisfy { try existingIndexes(database)[$0.key] != nil }
  }

  /// Creates the table and updates its indexes to match the schema.
  func prepare(_ database: Database, path: String) throws {
    try refuseSimilarName(database, path: path)
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(Self.name(of: schema)) (
          id TEXT PRIMARY KEY NOT NULL,
          content BLOB NOT NULL
        )
        """)
    for name in try staleIndexes(database) {
      try database.execute(sql: "DROP INDEX \(Self.quoted(name))")
    }
    let existing = try existingIndexes(database)
    for (name, sql) in indexes where existing[name] == nil { try database.execute(sql: sql) }
    if try recordedHash(database) != hash { try record(database) }
  }

  /// SQLite ignores case when it compares table names, Swift does not when it compares types.
  private func refuseSimilarName(_ database: Database, path: String) throws {
    let similar = try String.fetchOne(
      database,
      sql: "SELECT name FROM modelkit_schema WHERE name = ? COLLATE NOCASE AND name <> ?",
      arguments: [schema.name, schema.name])
    if let similar {
      throw ModelPersistenceError(
        .schema, path: path, message: "\(schema.name) and \(similar) differ only in case")
    }
  }

  private var hash: Int64 { Int64(bitPattern: schema.hash) }

  private func recordedHash(_ database: Database) throws -> Int64? {
    try Int64.fetchOne(
      database, sql: "SELECT hash FROM modelkit_schema WHERE name = ?", arguments: [schema.name])
  }

  private func record(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO modelkit_schema (name, version, hash, fields) VALUES (?, 1, ?, ?)
        ON CONFLICT (name) DO UPDATE
        SET version = version + 1, hash = excluded.hash, fields = excluded.fields
        """,
      arguments: [schema.name, hash, schema.fields.map(\.name).joined(separator: " ")])
  }

  /// The indexes that the schema does not have, or has with other keys.
  private func staleIndexes(_ database: Database) throws -> [String] {
    try existingIndexes(database).filter { name, sql in
      sql != indexes[name] && sql != OrderIndex(name: name, of: schema)?.sql
    }.map(\.key)
  }

  private func existingIndexes(_ database: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, sql FROM sqlite_master
        WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL
        """,
      arguments: ["model_" + schema.name])
    return rows.reduce(into: [:]) { $0[$1["name"]] = $1["sql"] }
  }

  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
