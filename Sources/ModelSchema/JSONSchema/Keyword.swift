/// A keyword of JSON Schema in any draft.
struct Keyword {
  /// The kinds of values that a keyword takes.
  enum Value {
    case any, schema, schemas, schemaTable, schemaOrSchemas
    case string, boolean, number, count, strings, list, object
    case types, required, bound, extends, unique, dependencies
  }

  /// What the compiler does with a keyword.
  enum Effect {
    /// It defines the type.
    case type
    /// It describes the type: kept, and checked in documents if possible.
    case kept
    /// It only restricts the valid values, and nothing here checks it.
    case unchecked
  }

  let value: Value
  let effect: Effect

  /// Whether the keyword accepts a value of this kind.
  func accepts(_ content: LocatedJSON.Content) -> Bool {
    switch (value, content) {
    case (.any, _), (.string, .string), (.types, .string), (.types, .array): true
    case (.schema, .object), (.schema, .boolean), (.schemaOrSchemas, .object): true
    case (.schemaOrSchemas, .boolean), (.schemaOrSchemas, .array), (.schemas, .array): true
    case (.schemaTable, .object), (.object, .object), (.dependencies, .object): true
    case (.list, .array), (.strings, .array), (.required, .array), (.boolean, .boolean): true
    case (.extends, .object), (.extends, .array), (.unique, .string), (.unique, .boolean): true
    case (.number, .number), (.count, .number), (.bound, .number), (.bound, .boolean): true
    default: false
    }
  }

  static func named(_ name: String) -> Keyword? {
    table[name]
  }

  /// The keyword that was probably meant: it differs only in case or by one edit.
  static func near(_ name: String) -> String? {
    near(name, among: table.keys, longerThan: 3)
  }

  /// The word that differs only in case or, if it is longer than so many bytes, by one edit.
  static func near(
    _ name: String, among words: some Sequence<String>, longerThan limit: Int
  ) -> String? {
    let lowered = name.lowercased()
    guard lowered.utf8.count <= 40 else { return nil }
    return words.filter { word in
      word.lowercased() == lowered
        || word.utf8.count > limit
          && isOneEdit(Array(word.lowercased().utf8), Array(lowered.utf8))
    }.min()
  }

  /// Whether the texts differ by one insertion, deletion, substitution or transposition.
  private static func isOneEdit(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (short, long) = left.count <= right.count ? (left, right) : (right, left)
    guard long.count - short.count <= 1 else { return false }
    var start = 0
    while start < short.count, short[start] == long[start] { start += 1 }
    let end = long[start...].dropFirst()
    if short.count < long.count { return short[start...].elementsEqual(end) }
    if short[start...].dropFirst().elementsEqual(end) { return true }
    return start + 1 < short.count && short[start] == long[start + 1]
      && short[start + 1] == long[start]
      && short[(start + 2)...].elementsEqual(long[(start + 2)...])
  }

  private static let table: [String: Keyword] = {
    var table: [String: Keyword] = [:]
    func add(_ effect: Effect, _ value: Value, _ names: String...) {
      for name in names { table[name] = Keyword(value: value, effect: effect) }
    }
    add(.type, .types, "type")
    add(.type, .schemaTable, "properties", "patternProperties", "$defs", "definitions")
    add(.type, .required, "required")
    add(.type, .schemas, "allOf", "anyOf", "oneOf", "prefixItems")
    add(.type, .schemaOrSchemas, "items")
    add(
      .type, .schema, "additionalProperties", "additionalItems", "unevaluatedProperties",
      "unevaluatedItems", "propertyNames")
    add(.type, .list, "enum")
    add(.type, .any, "const", "default")
    add(.type, .string, "$ref", "format", "algebraicDataTypeIdentifier", "contentEncoding")
    add(.type, .string, "$dynamicRef", "$recursiveRef")
    add(.type, .extends, "extends")
    add(.type, .boolean, "nullable", "x-nullable")
    add(.type, .unique, "unique")
    add(.type, .object, "discriminator")

    add(.kept, .string, "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$comment")
    add(.kept, .string, "title", "description", "contentMediaType")
    add(.kept, .boolean, "deprecated", "readOnly", "writeOnly", "uniqueItems", "$recursiveAnchor")
    add(.kept, .number, "minimum", "maximum", "multipleOf")
    add(.kept, .bound, "exclusiveMinimum", "exclusiveMaximum")
    add(
      .kept, .count, "minLength", "maxLength", "minItems", "maxItems", "minProperties",
      "maxProperties")
    add(.kept, .string, "pattern")
    add(.kept, .any, "example", "examples", "externalDocs", "xml", "$vocabulary", "media")

    add(.unchecked, .schema, "not", "if", "then", "else", "contains", "contentSchema")
    add(.unchecked, .count, "minContains", "maxContains")
    add(.unchecked, .object, "dependentRequired")
    add(.unchecked, .schemaTable, "dependentSchemas")
    add(.unchecked, .dependencies, "dependencies")
    add(.unchecked, .number, "divisibleBy")
    add(.unchecked, .any, "disallow")
    return table
  }()
}
