import Foundation
import GRDB
import ModelKit

/// The SQL of a query for identifiers and contents.
struct Selection {
  typealias Statement = (sql: String, arguments: StatementArguments)

  /// The statements, to be run one after the other.
  let statements: [Statement]
  /// The index that the SQL names, so that SQLite never sorts all rows instead.
  let index: OrderIndex?

  init(
    _ query: ModelRowQuery, in schema: ModelSchema, path: String
  ) throws(ModelPersistenceError) {
    if query.order == nil { try Self.requireIndex(query.match, of: schema, path: path) }
    let index = try query.order.map { order throws(ModelPersistenceError) in
      try OrderIndex(
        matching: query.match?.field, orderedBy: order.field, of: schema, path: path)
    }
    let table = SchemaTable.name(of: schema) + (index.map { " INDEXED BY \($0.quotedName)" } ?? "")
    var condition = " WHERE TRUE"
    var arguments: StatementArguments = []
    if let match = query.match {
      condition += " AND \(try FieldExpression(named: match.field, of: schema, path: path).sql) = ?"
      arguments = [match.value.databaseValue]
    }
    statements = Self.ranges(query.order, index).map { range in
      ("SELECT id, content FROM \(table)\(condition)\(range.sql)", arguments + range.arguments)
    }
    self.index = index
  }

  /// The conditions for the rows from the start on, and their order.
  ///
  /// There are two, because SQLite seeks no row value in an index on expressions: the rows with the
  /// value of the start, then those beyond it.
  private static func ranges(_ order: ModelRowQuery.Order?, _ index: OrderIndex?) -> [Statement] {
    guard let order, let index else { return [("", [])] }
    let (beyond, direction) = order.isDescending ? ("<", " DESC") : (">", "")
    let whole = " ORDER BY \(index.value)\(direction), \(index.id)\(direction)"
    let cursor: ModelCursor
    let among: String
    switch order.start {
    case nil: return [(whole, [])]
    case .at(let first): (cursor, among) = (first, beyond + "=")
    case .after(let last): (cursor, among) = (last, beyond)
    }
    let value = cursor.value?.databaseValue ?? OrderIndex.absent
    return [
      (
        " AND \(index.value) = ? AND \(index.id) \(among) ? ORDER BY \(index.id)\(direction)",
        [value, Data(cursor.id.utf8)]
      ),
      (" AND \(index.value) \(beyond) ?" + whole, [value]),
    ]
  }

  private static func requireIndex(
    _ match: ModelIndexMatch?, of schema: ModelSchema, path: String
  ) throws(ModelPersistenceError) {
    guard let match else { return }
    guard schema.fields.contains(where: { $0.name == match.field && $0.isIndexed }) else {
      throw ModelPersistenceError(
        .schema, path: path, message: "\(schema.name) has no indexed field \(match.field)")
    }
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
