import GRDB
import ModelKit

/// The index from which the rows of a match are read in the order of a field, from any place.
struct OrderIndex {
  let name: String
  var quotedName: String { SchemaTable.quoted(name) }
  /// The SQL that creates the index.
  let sql: String
  /// The value that orders the rows, or `absent`.
  let value: String
  /// The identifier as bytes, because one with a zero byte is not stored as text.
  let id = "CAST(id AS BLOB)"

  /// Stands for no value: it precedes all values of models and, unlike null, can be compared.
  static let absent = (-Double.infinity).databaseValue

  init(
    matching match: String?, orderedBy field: String, of schema: ModelSchema, path: String
  ) throws(ModelPersistenceError) {
    value = "coalesce(\(try FieldExpression(named: field, of: schema, path: path).sql), -9e999)"
    var columns = [value, id]
    if let match {
      columns.insert(try FieldExpression(named: match, of: schema, path: path).sql, at: 0)
    }
    let parts = [match, field].compactMap(\.self).map(schema.indexPart)
    name = Self.prefix(of: schema) + parts.joined(separator: ".")
    sql = """
      CREATE INDEX \(SchemaTable.quoted(name)) ON \(SchemaTable.name(of: schema)) \
      (\(columns.joined(separator: ", ")))
      """
  }

  /// The index that would have this name; nil if no query of the schema would make one.
  init?(name: String, of schema: ModelSchema) {
    let prefix = Self.prefix(of: schema)
    let fields = name.dropFirst(prefix.count).split(separator: ".").compactMap { part in
      schema.fields.first { schema.indexPart(of: $0.name) == part }?.name
    }
    guard name.hasPrefix(prefix), let last = fields.last, fields.count <= 2 else { return nil }
    let match = fields.count == 2 ? fields[0] : nil
    do throws(ModelPersistenceError) {
      try self.init(matching: match, orderedBy: last, of: schema, path: "")
    } catch {
      return nil
    }
  }

  func exists(_ database: Database) throws -> Bool {
    try String.fetchOne(
      database, sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?",
      arguments: [name]) == sql
  }

  /// Creates the index unless another process was first.
  func make(_ database: Database) throws {
    if try !exists(database) { try database.execute(sql: sql) }
  }

  private static func prefix(of schema: ModelSchema) -> String { "order_\(schema.name)." }
}
