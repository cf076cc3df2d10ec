import GRDB
import ModelKit

// How every statement of the server runs: SQLite compiles it once for a connection, and identifiers
// are arguments as they are.

extension Database {
  /// Runs a statement that changes something.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

extension DatabaseValueConvertible {
  /// The first column of the first row; nil when there is none, or it is NULL.
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

  /// What is made of each row; nil leaves it out.
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
