/// Where a store keeps rows beyond its own life.
///
/// It knows rows as text: an identifier and JSON. Every function may be called from any thread, also
/// several at once.
public protocol ModelPersistence: Sendable {
  /// Makes ready for the rows of a type, whatever its schema was before.
  ///
  /// Rows are kept as they are; indexes follow the schema.
  func prepare(_ schema: ModelSchema) throws(ModelPersistenceError)

  /// The content of one row; nil when there is none.
  func content(of id: String, in schema: ModelSchema) throws(ModelPersistenceError) -> [UInt8]?

  /// Calls `body` with the rows of a type that match, in any order.
  func forEachRow(
    in schema: ModelSchema, matching match: ModelIndexMatch?,
    _ body: (_ id: String, _ content: [UInt8]) -> Void
  ) throws(ModelPersistenceError)

  /// Writes all of it or, when it throws, nothing.
  func apply(_ writes: [ModelWrite]) throws(ModelPersistenceError)
}

/// What is to become of one row.
public struct ModelWrite: Sendable {
  /// The row's type, which `ModelPersistence.prepare` was called with.
  public let schema: ModelSchema
  /// The text form of the row's identifier.
  public let id: String
  /// JSON in UTF-8; nil to delete the row.
  public let content: [UInt8]?

  /// Asks for a row to be written, or deleted when `content` is nil.
  public init(schema: ModelSchema, id: String, content: [UInt8]?) {
    self.schema = schema
    self.id = id
    self.content = content
  }
}
