/// Checks each schema once: whether its keywords are known and have valid values.
///
/// The rest of the front end relies on these diagnostics and ignores invalid keywords.
final class SchemaLint {
  private let library: SchemaLibrary
  private let formats: [String: TypeReference]
  /// The names of features that plugins define.
  let plugins: Set<String>
  private var seen: Set<SchemaNode.Key> = []
  /// The checked schemas that have a default.
  private(set) var defaults: [SchemaNode] = []
  /// The valid keywords beginning with `x-` that the compiler knows, with their schemas.
  private(set) var extensions: [(node: SchemaNode, member: LocatedJSON.Member)] = []
  /// The number of enclosing schemas that Plank takes for any JSON if it cannot read them.
  private var looseDepth = 0

  init(library: SchemaLibrary, formats: [String: TypeReference], plugins: Set<String>) {
    self.library = library
    self.formats = formats
    self.plugins = plugins
  }

  /// Checks a schema and everything nested in it; referenced schemas are checked when they are
  /// used.
  func check(_ node: SchemaNode) {
    guard seen.insert(node.key).inserted else { return }
    guard let members = node.value.members else {
      if node.value.boolean == nil {
        reportUnreadable(
          .invalidKeyword, "a schema is an object or a boolean, not \(node.value.kindName)",
          mend: mend(forSchema: node.value), at: node.value, in: node.file)
      }
      return
    }
    for member in members { check(member, of: node) }
    if node.value["default"] != nil { defaults.append(node) }
    checkCombinations(node)
  }

  func report(
    _ code: DiagnosticCode, _ message: String, mend: String? = nil, at value: LocatedJSON,
    in file: Int, severity: Diagnostic.Severity = .error
  ) {
    library.sink.add(
      Diagnostic(
        code, message, mend: mend, at: library.location(of: value, in: file), severity: severity))
  }

  func report(
    _ code: DiagnosticCode, _ message: String, mend: String? = nil,
    atKey member: LocatedJSON.Member, in file: Int, severity: Diagnostic.Severity = .error
  ) {
    library.sink.add(
      Diagnostic(
        code, message, mend: mend, at: library.location(ofKey: member, in: file),
        severity: severity))
  }

  private func mend(forSchema value: LocatedJSON) -> String {
    if let text = value.string, JSONKinds(name: text) != nil {
      return "Write {\"type\": \"\(text)\"}."
    }
    return "Write a schema, such as {\"type\": \"string\"}."
  }

  private func check(_ member: LocatedJSON.Member, of node: SchemaNode) {
    guard let keyword = Keyword.named(member.key) else {
      return checkUnknown(member, of: node)
    }
    switch keyword.effect {
    case .type, .kept: break
    case .unchecked:
      report(
        .unsupportedKeyword, "'\(member.key)' is not supported: what it forbids is not refused",
        mend: "Leave it out, or check it in the program.", atKey: member, in: node.file,
        severity: .warning)
    }
    let isLoose = isPlank(node) && ["items", "additionalProperties"].contains(member.key)
    if isLoose { looseDepth += 1 }
    check(SchemaNode(file: node.file, value: member.value), as: keyword.value, of: member)
    if isLoose { looseDepth -= 1 }
  }

  private func isPlank(_ node: SchemaNode) -> Bool { library.files[node.file].isPlank }

  /// Reports what is no schema.
  ///
  /// Plank reads such elements and values as any JSON, which loses nothing, so files written for it
  /// stay valid; everywhere else it rejects them too.
  private func reportUnreadable(
    _ code: DiagnosticCode, _ message: String, mend: String, at value: LocatedJSON, in file: Int
  ) {
    let isLoose = looseDepth > 0
    report(
      code, isLoose ? message + ": the values are any JSON, as in Plank" : message, mend: mend,
      at: value, in: file, severity: isLoose ? .warning : .error)
  }

  private func checkUnknown(_ member: LocatedJSON.Member, of node: SchemaNode) {
    if member.key.hasPrefix("x-") || member.key.hasPrefix("X-") {
      return checkExtension(member, of: node)
    }
    let near = Keyword.near(member.key)
    let changesType =
      near.flatMap(Keyword.named).map { keyword in
        keyword.effect == .type && keyword.accepts(member.value.content)
      } ?? false
    let isIgnored = changesType && isPlank(node)
    report(
      .unsupportedKeyword,
      "'\(member.key.printable)' is not a keyword of JSON Schema"
        + (isIgnored ? ": it is ignored, as in Plank" : ""),
      mend: near.map { "Did you mean '\($0)'?" }
        ?? "Remove it, or begin its name with 'x-' to keep it as a note.",
      atKey: member, in: node.file, severity: changesType && !isIgnored ? .error : .warning)
  }

  private func checkExtension(_ member: LocatedJSON.Member, of node: SchemaNode) {
    guard SchemaExtension.known[member.key] != nil else {
      guard let near = SchemaExtension.near(member.key) else { return }
      return report(
        .invalidAnnotation, "'\(member.key.printable)' is kept for plugins only",
        mend: "Did you mean '\(near)'?", atKey: member, in: node.file, severity: .warning)
    }
    let problems = SchemaExtension.problems(of: member, plugins: plugins)
    if problems.isEmpty { extensions.append((node, member)) }
    for problem in problems {
      report(problem.code, problem.message, mend: problem.mend, at: problem.value, in: node.file)
    }
  }

  // MARK: - Values

  private func check(_ node: SchemaNode, as value: Keyword.Value, of member: LocatedJSON.Member) {
    switch value {
    case .any: break
    case .schema: check(node)
    case .schemas: checkSchemas(node, of: member)
    case .schemaTable, .dependencies: checkTable(node, of: member)
    case .schemaOrSchemas:
      if node.value.elements == nil { check(node) } else { checkSchemas(node, of: member) }
    case .extends:
      if node.value.elements == nil { check(node) } else { checkSchemas(node, of: member) }
    case .string: expect(node.value.string != nil, "a string", node, member)
    case .boolean: expect(node.value.boolean != nil, "true or false", node, member)
    case .number: expect(isNumber(node.value), "a number", node, member)
    case .bound:
      expect(isNumber(node.value) || node.value.boolean != nil, "a number", node, member)
    case .count: expect((node.value.integer ?? -1) >= 0, "a whole number from 0 on", node, member)
    case .strings, .list, .object: checkContainer(node, as: value, of: member)
    case .required: checkRequired(node, of: member)
    case .types: checkTypes(node, of: member)
    case .unique:
      expect(
        node.value.string == "true" || node.value.string == "false" || node.value.boolean != nil,
        "\"true\"", node, member)
    }
    if member.key == "format", let format = node.value.string, formats[format] == nil {
      report(
        .unsupportedKeyword, "the format '\(format.printable)' is unknown and has no effect",
        mend: "Map it to a type in the configuration, or remove it.", at: node.value, in: node.file,
        severity: .warning)
    }
    if member.key == "pattern", let pattern = node.value.string { checkPattern(pattern, at: node) }
  }

  private func checkPattern(_ pattern: String, at node: SchemaNode) {
    guard ECMAPattern(pattern) == nil else { return }
    report(
      .unsupportedKeyword, "the pattern '\(pattern.printable)' cannot be checked in documents",
      mend: "Use characters, classes, groups, alternatives and repetitions.", at: node.value,
      in: node.file, severity: .warning)
  }

  private func isNumber(_ value: LocatedJSON) -> Bool {
    if case .number = value.content { true } else { false }
  }

  private func expect(
    _ isRight: Bool, _ expected: String, _ node: SchemaNode, _ member: LocatedJSON.Member
  ) {
    guard !isRight else { return }
    report(
      .invalidKeyword, "'\(member.key)' holds \(node.value.kindName), not \(expected)",
      mend: "Write \(expected).", at: node.value, in: node.file,
      severity: Keyword.named(member.key)?.effect == .type ? .error : .warning)
  }

  private func checkSchemas(_ node: SchemaNode, of member: LocatedJSON.Member) {
    guard let elements = node.value.elements else {
      return expect(false, "a list of schemas", node, member)
    }
    if elements.isEmpty, member.key != "items", member.key != "extends" {
      report(
        .invalidKeyword, "'\(member.key)' is an empty list", mend: "Write one schema at least.",
        at: node.value, in: node.file, severity: .warning)
    }
    for element in elements { check(SchemaNode(file: node.file, value: element)) }
  }

  private func checkTable(_ node: SchemaNode, of member: LocatedJSON.Member) {
    guard let members = node.value.members else {
      return expect(false, "an object of schemas", node, member)
    }
    for entry in members {
      if member.key == "dependencies", entry.value.elements != nil || entry.value.string != nil {
        continue
      }
      if member.key == "patternProperties" {
        checkPatternKey(entry, in: node.file)
      }
      check(SchemaNode(file: node.file, value: entry.value))
    }
  }

  private func checkPatternKey(_ entry: LocatedJSON.Member, in file: Int) {
    guard ECMAPattern(entry.key) == nil else { return }
    report(
      .unsupportedKeyword, "the pattern '\(entry.key.printable)' cannot be checked in documents",
      mend: "Use characters, classes, groups, alternatives and repetitions.", atKey: entry,
      in: file, severity: .warning)
  }

  private func checkContainer(
    _ node: SchemaNode, as value: Keyword.Value, of member: LocatedJSON.Member
  ) {
    switch value {
    case .object: expect(node.value.members != nil, "an object", node, member)
    case .list:
      expect(node.value.elements != nil, "a list", node, member)
      if node.value.elements?.isEmpty == true {
        report(
          .invalidKeyword, "'\(member.key)' is an empty list: nothing would be valid",
          mend: "Write the values that are allowed.", at: node.value, in: node.file)
      }
    default: checkStrings(node, of: member)
    }
  }

  private func checkStrings(_ node: SchemaNode, of member: LocatedJSON.Member) {
    guard let elements = node.value.elements else {
      return expect(false, "a list of strings", node, member)
    }
    for element in elements where element.string == nil {
      report(
        .invalidKeyword, "'\(member.key)' lists \(element.kindName), not a string", at: element,
        in: node.file)
    }
  }

  private func checkRequired(_ node: SchemaNode, of member: LocatedJSON.Member) {
    guard node.value.boolean == nil else {
      return report(
        .unsupportedKeyword, "'required' is a boolean here, as in draft 3",
        mend: "List the property's name in 'required' of its object.", atKey: member,
        in: node.file, severity: .warning)
    }
    checkStrings(node, of: member)
  }

  private func checkTypes(_ node: SchemaNode, of member: LocatedJSON.Member) {
    let names = node.value.elements ?? [node.value]
    if names.isEmpty {
      report(
        .invalidKeyword, "'type' is an empty list", mend: "Name the types that are allowed.",
        at: node.value, in: node.file)
    }
    for name in names {
      guard let text = name.string else {
        reportUnreadable(
          .invalidKeyword, "'type' holds \(name.kindName), not the name of a type",
          mend: "Write for example \"string\".", at: name, in: node.file)
        continue
      }
      if text == "any" {
        report(
          .unsupportedKeyword, "the type 'any' is of draft 3", mend: "Leave out 'type'.", at: name,
          in: node.file, severity: .warning)
      } else if JSONKinds(name: text) == nil {
        report(
          .unsupportedType, "'\(text.printable)' is not a JSON type", mend: Self.typeMend(text),
          at: name, in: node.file)
      }
    }
  }

  private static func typeMend(_ text: String) -> String {
    switch text.lowercased() {
    case "int", "long", "short", "byte", "int32", "int64", "uint", "integers":
      "Did you mean 'integer'?"
    case "float", "double", "decimal", "numeric": "Did you mean 'number'?"
    case "bool", "bit": "Did you mean 'boolean'?"
    case "str", "text", "char", "date", "datetime", "date-time", "uri", "url", "uuid":
      "Did you mean 'string', with a 'format' perhaps?"
    case "list", "set", "tuple": "Did you mean 'array'?"
    case "map", "dict", "dictionary", "hash", "struct": "Did you mean 'object'?"
    case "nil", "none", "undefined", "void": "Did you mean 'null'?"
    case let other where JSONKinds(name: other) != nil: "Write it as '\(other)'."
    default: "Use null, boolean, integer, number, string, array or object."
    }
  }

  /// Reports keywords that have an unexpected meaning together.
  private func checkCombinations(_ node: SchemaNode) {
    for name in ["$dynamicRef", "$recursiveRef"] {
      guard let member = node.value.member(name) else { continue }
      report(
        .unsupportedKeyword, "'\(name)' is taken as a plain '$ref'",
        mend: "Write '$ref' if nothing overrides it.", atKey: member, in: node.file,
        severity: .warning)
    }
    if let names = node.value["x-enum-varnames"]?.elements,
      let values = node.value["enum"]?.elements, names.count != values.count
    {
      report(
        .invalidAnnotation, "'x-enum-varnames' has \(names.count) names for \(values.count) values",
        mend: "Name each value.", at: node.value["x-enum-varnames"] ?? node.value, in: node.file)
    }
    checkCaseNames(node)
  }

  private func checkCaseNames(_ node: SchemaNode) {
    var seen: Set<String> = []
    for one in node.value["x-enum-varnames"]?.elements ?? [] {
      guard let name = one.string, !name.isEmpty else { continue }
      if !SwiftName.isIdentifier(name) {
        report(
          .invalidAnnotation,
          "'x-enum-varnames' holds '\(name.printable)', not a Swift identifier",
          mend: "Write Swift identifiers.", at: one, in: node.file)
      } else if !seen.insert(name).inserted {
        report(
          .invalidAnnotation, "'x-enum-varnames' holds '\(name)' twice",
          mend: "Give each value its own name.", at: one, in: node.file)
      }
    }
  }
}
