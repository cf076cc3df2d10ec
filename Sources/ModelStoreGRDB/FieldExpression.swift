import ModelKit

/// The SQL that extracts a field's value from a row's JSON; null if the JSON is damaged.
struct FieldExpression {
  let sql: String

  init(_ field: ModelField, of schema: ModelSchema, path: String) throws(ModelPersistenceError) {
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
    sql = "CASE WHEN json_valid(CAST(content AS TEXT)) THEN \(value) END"
  }

  /// The expression of a field by its Swift name.
  init(
    named name: String, of schema: ModelSchema, path: String
  ) throws(ModelPersistenceError) {
    guard let field = schema.fields.first(where: { $0.name == name }) else {
      throw ModelPersistenceError(
        .schema, path: path, message: "\(schema.name) has no field \(name)")
    }
    try self.init(field, of: schema, path: path)
  }
}
