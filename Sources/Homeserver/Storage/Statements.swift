import GRDB
import ModelKit

// All statements of the server run through these helpers, so SQLite compiles each once per
// connection. Identifiers can be arguments.

extension Database {
  /// Runs a statement that changes something.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

extension DatabaseValueConvertible {
  /// The first column of the first row; nil if there is no row or the column is NULL.
  static func one(
    _ database: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    try fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }
}

extension String {
  /// The first column of all rows.
  static func all(
    _ database: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> [String] {
    try fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
  }
}

extension Row {
  /// The first row.
  static func one(
    _ database: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> Row? {
    try fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
  }

  /// The results of a closure for each row, without nil.
  static func all<Value>(
    _ database: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments(),
    _ make: (Row) throws -> Value?
  ) throws -> [Value] {
    let rows = try fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { if let value = try make(row) { values.append(value) } }
    return values
  }
}

extension DatabaseValueConvertible where Self: JSONIdentifier {
  var databaseValue: DatabaseValue { rawValue.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    String.fromDatabaseValue(value).flatMap(Self.init)
  }
}

extension UserID: DatabaseValueConvertible {}
extension RoomID: DatabaseValueConvertible {}
extension EventID: DatabaseValueConvertible {}
extension RoomAlias: DatabaseValueConvertible {}
extension DeviceID: DatabaseValueConvertible {}
