/// Merges the layers of a schema: `$ref`, `allOf` and `extends` come first, and the keywords beside
/// them refine the result.
struct SchemaFlattener {
  private let library: SchemaLibrary
  private let lint: SchemaLint
  private let masked: Set<SchemaNode.Key>
  private var shape = SchemaShape()
  private var visited: Set<SchemaNode.Key> = []
  private var active: Set<SchemaNode.Key> = []
  private var places: [ExactText: Int] = [:]
  private var unevaluated: SchemaNode?
  private var hasAdditional = false
  /// More layers than any real schema has; it also bounds the recursion depth.
  private static let maximumLayerCount = 1000
  private static let maximumDepth = 200

  init(library: SchemaLibrary, lint: SchemaLint, layers: SchemaLayers) {
    self.library = library
    self.lint = lint
    masked = layers.masked
    for node in layers.nodes { visit(node, isOwn: true) }
  }

  /// The merged shape.
  ///
  /// The members that `unevaluatedProperties` applies to are known only now.
  var result: SchemaShape {
    guard let unevaluated, shape.alternatives.isEmpty, !hasAdditional else { return shape }
    var copy = self
    copy.applyAdditional(unevaluated)
    return copy.shape
  }

  private mutating func visit(_ node: SchemaNode, isOwn: Bool) {
    guard visited.count < Self.maximumLayerCount, active.count < Self.maximumDepth else {
      return report(
        .nestingTooDeep, "this schema has too many layers", mend: "Split it.",
        at: node.value, in: node.file)
    }
    lint.check(node)
    if node.value.boolean == false { shape.isNever = true }
    guard let members = node.value.members, visited.insert(node.key).inserted else { return }
    active.insert(node.key)
    defer { active.remove(node.key) }
    visitReferences(of: node, isOwn: isOwn)
    for part in node.list("allOf") where part.isSchema {
      follow(part, isOwn: isOwn, from: part.value, in: node.file)
    }
    apply(node, members)
    if isOwn { applyOwn(node, members) }
  }

  private mutating func visitReferences(of node: SchemaNode, isOwn: Bool) {
    if let base = node["extends"] {
      let bases = base.value.elements.map { $0.map { SchemaNode(file: node.file, value: $0) } }
      for base in bases ?? [base] where base.isSchema {
        follow(base, isOwn: false, from: base.value, in: node.file)
      }
    }
    for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
      guard let reference = node.value[keyword] else { continue }
      if let target = library.resolve(reference, in: node.file) {
        follow(target, isOwn: false, from: reference, in: node.file)
      }
    }
  }

  private mutating func follow(
    _ node: SchemaNode, isOwn: Bool, from origin: LocatedJSON, in file: Int
  ) {
    let node = isOwn ? node : library.behindAliases(node)
    guard !active.contains(node.key) else {
      return report(
        .referenceCycle, "this schema leads back to itself with nothing between",
        mend: "Define one schema of the cycle without a reference, or refer to it from a property.",
        at: origin, in: file)
    }
    visit(node, isOwn: isOwn)
  }

  private func report(
    _ code: DiagnosticCode, _ message: String, mend: String?, at value: LocatedJSON, in file: Int,
    severity: Diagnostic.Severity = .error
  ) {
    lint.report(code, message, mend: mend, at: value, in: file, severity: severity)
  }

  // MARK: - Keywords

  private mutating func apply(_ node: SchemaNode, _ members: [LocatedJSON.Member]) {
    for member in members {
      let child = SchemaNode(file: node.file, value: member.value)
      switch member.key {
      case "type": applyTypes(child)
      case "nullable", "x-nullable": if member.value.boolean == true { shape.isNullable = true }
      case "properties": applyProperties(node)
      case "required": applyRequired(child)
      case "enum": applyValues(child, member.value.elements ?? [], of: node)
      case "const": applyValues(child, [member.value], of: node)
      case "format": shape.format = member.value.string ?? shape.format
      case "contentEncoding": shape.contentEncoding = member.value.string
      case "items": applyItems(child)
      case "prefixItems": applyTuple(node.list("prefixItems"))
      case "additionalItems", "unevaluatedItems":
        guard node.value["items"]?.members == nil else { break }
        if member.value.members != nil { shape.rest = SchemaLayers(child) }
        if member.value.boolean == false { shape.isTupleClosed = true }
      case "additionalProperties":
        hasAdditional = true
        applyAdditional(child)
      case "unevaluatedProperties": if !Self.hasOtherForms(node) { unevaluated = child }
      case "patternProperties": applyPatterns(node)
      case "propertyNames": applyPropertyNames(child)
      case "oneOf", "anyOf":
        guard !masked.contains(node.key) else { break }
        let nodes = node.list(member.key).filter(\.isSchema)
        if !nodes.isEmpty {
          shape.alternatives.append(.init(keyword: member, owner: node, nodes: nodes))
        }
      case "unique":
        shape.isSet = shape.isSet || member.value.string == "true" || member.value.boolean == true
      case "discriminator": shape.discriminator = member.value
      case "default":
        shape.defaultValue = (member.value, node.file)
        shape.defaultOwners.append(node.key)
      default: imply(member.key)
      }
      keepConstraint(member, of: node)
    }
  }

  private mutating func applyTypes(_ node: SchemaNode) {
    let names = node.value.elements ?? [node.value]
    let kinds = names.compactMap { $0.string.flatMap { JSONKinds(name: $0) } }
      .reduce(into: JSONKinds()) { $0.formUnion($1) }
    guard !kinds.isEmpty else { return }
    guard let earlier = shape.declaredKinds else { return shape.declaredKinds = kinds }
    let both = earlier.intersection(kinds)
    shape.declaredKinds = both.isEmpty ? kinds : both
    guard both.isEmpty else { return }
    report(
      .conflictingLayers,
      "the type is \(kinds.names.joined(separator: " or ")) here and "
        + "\(earlier.names.joined(separator: " or ")) in another layer",
      mend: "Make the layers agree: no value can be both.", at: node.value, in: node.file)
  }

  private mutating func applyProperties(_ node: SchemaNode) {
    shape.impliedKinds.insert(.object)
    for (member, property) in node.table("properties") {
      if property.value.members?.contains(where: {
        $0.key == "required" && $0.value.boolean == true
      })
        == true
      {
        shape.required[ExactText(member.key)] = library.location(of: property)
      }
      guard property.isSchema else { continue }
      if let index = places[ExactText(member.key)] {
        shape.properties[index].layers.append(property)
        shape.properties[index].member = member
        shape.properties[index].file = node.file
      } else {
        places[ExactText(member.key)] = shape.properties.count
        shape.properties.append(
          .init(key: member.key, layers: SchemaLayers(property), member: member, file: node.file))
      }
    }
  }

  private mutating func applyRequired(_ node: SchemaNode) {
    guard let names = node.value.elements else { return }
    shape.impliedKinds.insert(.object)
    for name in names {
      guard let text = name.string else { continue }
      shape.required[ExactText(text)] = library.location(of: name, in: node.file)
    }
  }

  private mutating func applyItems(_ node: SchemaNode) {
    shape.impliedKinds.insert(.array)
    if let elements = node.value.elements {
      return applyTuple(elements.map { SchemaNode(file: node.file, value: $0) })
    }
    if node.value.boolean == false { shape.isTupleClosed = true }
    guard node.value.members != nil else { return }
    shape.items = shape.items?.appending(node) ?? SchemaLayers(node)
  }

  private mutating func applyTuple(_ nodes: [SchemaNode]) {
    shape.impliedKinds.insert(.array)
    for (index, node) in nodes.enumerated() where node.isSchema {
      if index < shape.tuple.count {
        shape.tuple[index].append(node)
      } else {
        shape.tuple.append(SchemaLayers(node))
      }
    }
  }

  /// Whether members may come from schemas that are not merged here.
  private static func hasOtherForms(_ node: SchemaNode) -> Bool {
    [
      "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies", "$dynamicRef",
      "$recursiveRef",
    ].contains { node.value[$0] != nil }
  }

  private mutating func applyAdditional(_ node: SchemaNode) {
    shape.impliedKinds.insert(.object)
    switch (node.value.content, shape.additional) {
    case (.boolean(false), _): shape.additional = .refused
    case (.object, .values(let layers)): shape.additional = .values(layers.appending(node))
    case (.object, .allowed): shape.additional = .values(SchemaLayers(node))
    default: break
    }
  }

  private mutating func applyPatterns(_ node: SchemaNode) {
    shape.impliedKinds.insert(.object)
    for (member, value) in node.table("patternProperties") where value.isSchema {
      if let index = shape.patterns.firstIndex(where: { $0.expression == member.key }) {
        shape.patterns[index].layers.append(value)
      } else {
        shape.patterns.append(.init(expression: member.key, layers: SchemaLayers(value)))
      }
    }
  }

  private mutating func applyPropertyNames(_ node: SchemaNode) {
    shape.impliedKinds.insert(.object)
    guard node.value.members != nil else { return }
    shape.propertyNames = shape.propertyNames?.appending(node) ?? SchemaLayers(node)
  }

  /// Records that a keyword implies one kind of value.
  private mutating func imply(_ keyword: String) {
    switch keyword {
    case "minLength", "maxLength", "pattern", "contentMediaType": shape.impliedKinds.insert(.string)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      shape.impliedKinds.insert(.number)
    case "minItems", "maxItems", "uniqueItems", "contains": shape.impliedKinds.insert(.array)
    case "minProperties", "maxProperties", "dependentRequired": shape.impliedKinds.insert(.object)
    default: break
    }
  }

  // MARK: - Values

  private mutating func applyValues(
    _ keyword: SchemaNode, _ elements: [LocatedJSON], of node: SchemaNode
  ) {
    let names = node.value["x-enum-varnames"]?.elements ?? []
    var values: [SchemaShape.Value] = []
    for (index, element) in elements.enumerated() {
      var value = plankValue(element, in: node.file)
      if names.count == elements.count { value.name = names[index].string }
      values.append(value)
    }
    guard !values.isEmpty else { return }
    if elements.count == 1 {
      values[0].documentation = values[0].documentation ?? node.value["description"]?.string
    }
    guard let earlier = shape.values else { return shape.values = values }
    let both = values.filter { value in earlier.contains { $0.value.isSame(as: value.value) } }
    shape.values = both.isEmpty ? values : both
    guard both.isEmpty else { return }
    report(
      .conflictingLayers, "none of the values here is allowed in another layer",
      mend: "Make the layers agree: no value is valid in both.", at: keyword.value, in: keyword.file
    )
  }

  /// `{"default": 1, "description": "one"}` of Plank's dialect, or a value as it is.
  private func plankValue(_ element: LocatedJSON, in file: Int) -> SchemaShape.Value {
    guard let value = element["default"], element.members?.count ?? 0 <= 2 else {
      return .init(value: element, file: file)
    }
    let description = element["description"]?.string
    return .init(value: value, name: description, documentation: nil, file: file)
  }

  // MARK: - Annotations

  private static let constraints: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties",
    "maxProperties",
  ]

  private static let notes: Set<String> = [
    "deprecated", "readOnly", "writeOnly", "contentMediaType", "$comment",
  ]

  private mutating func keepConstraint(_ member: LocatedJSON.Member, of node: SchemaNode) {
    guard Self.constraints.contains(member.key) else { return }
    annotate(member, in: node.file)
  }

  private mutating func annotate(_ member: LocatedJSON.Member, in file: Int) {
    let source = library.files[file].source
    let text =
      member.value.string
      ?? String(
        decoding: source.bytes[member.value.range.clamped(to: source.bytes.indices)], as: UTF8.self)
    shape.annotations.append(
      Annotation(
        name: member.key, values: [.init(key: "value", value: text)],
        location: library.location(ofKey: member, in: file)))
  }

  private mutating func applyOwn(_ node: SchemaNode, _ members: [LocatedJSON.Member]) {
    for member in members {
      switch member.key {
      case "title": shape.title = member.value.string ?? shape.title
      case "description": shape.documentation = member.value.string ?? shape.documentation
      case "algebraicDataTypeIdentifier": shape.typeIdentifier = member.value.string
      case let key where SchemaExtension.known[key] != nil:
        shape.extensions[key] = member.value
        shape.extensionUses.append(.init(owner: node.key, keyword: key))
      case let key where key.hasPrefix("x-") || key.hasPrefix("X-") || Self.notes.contains(key):
        annotate(member, in: node.file)
      default: break
      }
    }
  }
}
