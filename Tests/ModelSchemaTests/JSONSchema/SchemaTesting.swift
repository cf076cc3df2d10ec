import ModelSchema
import Testing

/// Compiles the schemas of a test.
struct SchemaRun {
  let types: [TypeDeclaration]
  /// The diagnostics of the front end and of the module check.
  let diagnostics: [Diagnostic]
  let module: SchemaModule

  /// One schema, in the file `thing.json`.
  init(_ text: String, options: JSONSchemaOptions = JSONSchemaOptions()) {
    self.init(["thing.json": text], options: options)
  }

  /// Several files; `others` are found only through references.
  init(
    _ files: [String: String], others: [String: String] = [:],
    options: JSONSchemaOptions = JSONSchemaOptions()
  ) {
    let sources = files.map { SourceFile(path: $0, text: $1) }
    let (types, diagnostics) = JSONSchemaFrontEnd.parse(sources, options: options) { path in
      others[path].map { SourceFile(path: path, text: $0) }
    }
    let (module, findings) = SchemaChecker.check(types)
    self.types = types
    self.diagnostics = diagnostics + findings
    self.module = module
  }

  var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  /// A line per diagnostic: location, severity, code, text and fix.
  var report: String {
    diagnostics.map { diagnostic in
      let place = diagnostic.location
      let severity = diagnostic.severity == .warning ? "warning " : ""
      let mend = diagnostic.mend.map { " | \($0)" } ?? ""
      return "\(place.file):\(place.line):\(place.column): \(severity)\(diagnostic.code.rawValue): "
        + diagnostic.message + mend
    }.joined(separator: "\n")
  }

  func type(_ name: String) -> TypeDeclaration? { module.types.first { $0.name == name } }

  func object(_ name: String) -> ObjectType? {
    guard case .object(let object) = type(name)?.kind else { return nil }
    return object
  }

  func union(_ name: String) -> UnionType? {
    guard case .union(let union) = type(name)?.kind else { return nil }
    return union
  }

  func enumeration(_ name: String) -> EnumType? {
    guard case .enumeration(let enumeration) = type(name)?.kind else { return nil }
    return enumeration
  }

  func alias(_ name: String) -> TypeReference? {
    guard case .alias(let type) = type(name)?.kind else { return nil }
    return type
  }

  func field(_ name: String, of type: String = "Thing") -> Field? {
    object(type)?.fields.first { $0.name == name }
  }

  /// The payload of a case, as a type.
  func payload(_ name: String, of union: String) -> TypeReference? {
    guard
      case .value(let type) = self.union(union)?.cases.first(where: { $0.name == name })?.payload
    else { return nil }
    return type
  }
}

extension SchemaRun {
  /// A schema of one property `value`, required or not.
  static func property(_ schema: String, isRequired: Bool = false) -> SchemaRun {
    let required = isRequired ? ", \"required\": [\"value\"]" : ""
    return SchemaRun("{\"type\": \"object\", \"properties\": {\"value\": \(schema)}\(required)}")
  }

  var value: Field? { field("value") }
}

/// SplitMix64: the same numbers on every machine.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
