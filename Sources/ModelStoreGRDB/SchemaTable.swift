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
      let name = "model_\(schema.name).\(field.name)"
      let expression = try Self.expression(for: field, of: schema, path: path)
      indexes[name] =
        "CREATE INDEX \(Self.quoted(name)) ON \(Self.name(of: schema)) (\(expression))"
    }
    self.indexes = indexes
  }

  /// The table's name, quoted.
  static func name(of schema: ModelSchema) -> String {
    quoted("model_" + schema.name)
  }

  /// Whether the database already has the table, the indexes and the schema.
  func isReady(_ database: Database) throws -> Bool {
    try database.tableExists("model_" + schema.name) && recordedHash(database) == hash
      && existingIndexes(database) == indexes
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
    let existing = try existingIndexes(database)
    for (name, sql) in existing where indexes[name] != sql {
      try database.execute(sql: "DROP INDEX \(Self.quoted(name))")
    }
    for (name, sql) in indexes where existing[name] != sql { try database.execute(sql: sql) }
    if try recordedHash(database) != hash { try record(database) }
  }

  /// The query for identifiers and contents of the matching rows.
  func selection(
    _ match: ModelIndexMatch?, path: String
  ) throws(ModelPersistenceError) -> (sql: String, arguments: StatementArguments) {
    let all = "SELECT id, content FROM \(Self.name(of: schema))"
    guard let match else { return (all, []) }
    guard let field = schema.fields.first(where: { $0.name == match.field && $0.isIndexed }) else {
      throw ModelPersistenceError(
        .schema, path: path, message: "\(schema.name) has no indexed field \(match.field)")
    }
    let expression = try Self.expression(for: field, of: schema, path: path)
    return ("\(all) WHERE \(expression) = ?", [match.value.databaseValue])
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

  /// Extracts the field's value from a row's JSON; null if the JSON is damaged.
  private static func expression(
    for field: ModelField, of schema: ModelSchema, path: String
  ) throws(ModelPersistenceError) -> String {
    var values: [String] = []
    for keyPath in [field.keyPath] + field.legacyKeyPaths {
      guard !keyPath.contains(where: { $0.contains("\"") || $0.contains("\\") }) else {
        throw ModelPersistenceError(
          .schema, path: path,
          message: "\(schema.name).\(field.name) cannot be indexed: a quote is in its key")
      }
      let jsonPath = "$" + keyPath.map { ".\"\($0)\"" }.joined()
      let literal = jsonPath.replacing("'", with: "''")
      values.append("json_extract(CAST(content AS TEXT), '\(literal)')")
    }
    let value = values.count == 1 ? values[0] : "coalesce(\(values.joined(separator: ", ")))"
    return "CASE WHEN json_valid(CAST(content AS TEXT)) THEN \(value) END"
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

extension ModelIndexMatch.Value {
  /// The value as `json_extract` returns it.
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .string(let string): string.databaseValue
    case .integer(let integer): integer.databaseValue
    case .boolean(let boolean): boolean.databaseValue
    }
  }
}
