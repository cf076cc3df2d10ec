/// Storage for rows that outlives a store.
///
/// It knows a row as an identifier and JSON text. Any thread may call every function, concurrently
/// too.
public protocol ModelPersistence: Sendable {
  /// Prepares storage for the rows of a type, whatever its previous schema was.
  ///
  /// Existing rows are kept unchanged; indexes follow the schema.
  func prepare(_ schema: ModelSchema) throws(ModelPersistenceError)

  /// The content of one row; nil if there is none.
  func content(of id: String, in schema: ModelSchema) throws(ModelPersistenceError) -> [UInt8]?

  /// Calls `body` with the rows of a query until it returns false.
  ///
  /// The cost of an ordered query depends on the rows that `body` is called with, not on the number
  /// of rows that match.
  func forEachRow(
    in schema: ModelSchema, _ query: ModelRowQuery,
    _ body: (_ id: String, _ content: [UInt8]) -> Bool
  ) throws(ModelPersistenceError)

  /// Writes all or, if it throws, nothing.
  ///
  /// - Parameter writes: Called once at most, at a moment from which on nobody else writes to persistence
  ///   until these writes are done.
  func apply(_ writes: () -> [ModelWrite]) throws(ModelPersistenceError)
}

/// A pending write of one row.
public struct ModelWrite: Sendable {
  /// The row's type, for which `ModelPersistence.prepare` was called.
  public let schema: ModelSchema
  /// The text form of the row's identifier.
  public let id: String
  /// JSON in UTF-8; nil to delete the row.
  public let content: [UInt8]?

  /// Writes a row, or deletes it if `content` is nil.
  public init(schema: ModelSchema, id: String, content: [UInt8]?) {
    self.schema = schema
    self.id = id
    self.content = content
  }
}
