extension SchemaCompiler {
  /// An object: a struct if it has fields, a map if its values have one type, otherwise any object.
  func object(
    _ shape: SchemaShape, _ layers: SchemaLayers, _ context: NameContext
  ) -> TypeReference {
    if !shape.hasFields {
      if let map = map(shape, layers, context) { return map }
      if shape.patterns.isEmpty { return .jsonObject }
    }
    let (name, isNew) = claimName(context, title: shape.title, layers: layers)
    if isNew { declareObject(name, shape: shape, layers: layers) }
    return .named(name)
  }

  /// The map for an object without fields; nil if it is not a map.
  private func map(
    _ shape: SchemaShape, _ layers: SchemaLayers, _ context: NameContext
  ) -> TypeReference? {
    let values: SchemaLayers
    var key: TypeReference = .string
    switch (shape.additional, shape.patterns.count) {
    case (.values(let layers), 0): values = layers
    case (.refused, 1), (.allowed, 1):
      let pattern = shape.patterns[0]
      let inner = self.shape(of: pattern.layers)
      use(["x-pattern-format"], of: inner)
      let format = inner.extensions["x-pattern-format"]?.string
      if let format { key = keyType(format, at: location(of: pattern.layers)) }
      var isEverything = false
      if case .refused = shape.additional { isEverything = true }
      guard isEverything || format != nil || Self.matchesEverything(pattern.expression) else {
        return nil
      }
      values = pattern.layers
    case (.refused, 0):
      report(
        .unsupportedKeyword,
        "an object without any member cannot be distinguished from other objects",
        mend: "Declare its properties.", at: location(of: layers), severity: .warning)
      return nil
    default: return nil
    }
    if let names = shape.propertyNames, case .string = key {
      let shape = self.shape(of: names)
      if let format = shape.format { key = keyType(format, at: location(of: names)) }
    }
    let value = optional(resolve(values, context.part("Value")))
    return .map(key: key, value: value)
  }

  private static func matchesEverything(_ expression: String) -> Bool {
    ["", ".*", "^.*$", "^.*", ".*$", ".", ".+", "^.+$", "^", "$"].contains(expression)
  }

  private func keyType(_ format: String, at location: SourceLocation) -> TypeReference {
    switch options.formats[format] {
    case .identifier(let name): return .identifier(name)
    case .some: return .string
    case nil:
      report(
        .unsupportedKeyword, "the format '\(format.printable)' is not known: keys stay strings",
        mend: "Map it to a type in the configuration.", at: location, severity: .warning)
      return .string
    }
  }

  /// Declares a struct with that name.
  func declareObject(_ name: String, shape: SchemaShape, layers: SchemaLayers) {
    let fields = fields(of: shape, owner: name, layers: layers)
    var additional: ObjectType.AdditionalMembers = .unknown
    switch shape.additional {
    case .allowed: break
    case .refused: additional = .refused
    case .values(let layers):
      let context = NameContext.nested(scope: name, suggestion: "Additional")
      additional = .values(optional(resolve(layers, context)))
    }
    if !shape.patterns.isEmpty {
      additional = .patterns(
        shape.patterns.map { pattern in
          let context = NameContext.nested(scope: name, suggestion: "Matching")
          return .init(
            expression: pattern.expression, type: optional(resolve(pattern.layers, context)))
        })
      if case .values = shape.additional {
        report(
          .unsupportedKeyword,
          "'additionalProperties' beside 'patternProperties' is not supported: others are kept as JSON",
          mend: "Use one of the two.", at: location(of: layers), severity: .warning)
      }
    }
    declare(
      name, .object(.init(fields: fields, additional: additional)), shape: shape, layers: layers)
  }

  // MARK: - Fields

  private func fields(
    of shape: SchemaShape, owner: String, layers: SchemaLayers
  ) -> [Field] {
    var fields: [Field] = []
    var names = DistinctNames()
    for (index, property) in shape.properties.enumerated() {
      let isRequired = shape.required[ExactText(property.key)] != nil
      guard var field = field(property, isRequired: isRequired, owner: owner, number: index + 1)
      else { continue }
      disambiguate(&field, among: &names)
      fields.append(field)
    }
    let declared = Set(shape.properties.map { ExactText($0.key) })
    for (key, location) in shape.required where !declared.contains(key) {
      report(
        .unsupportedKeyword,
        "'\(key.text.printable)' is required and not among the properties: it makes no field",
        mend: "Declare the property, or take it out of 'required'.", at: location,
        severity: .warning)
    }
    return fields
  }

  private func disambiguate(_ field: inout Field, among names: inout DistinctNames) {
    let wanted = field.name
    field.name = names.claim(wanted)
    guard field.name != wanted else { return }
    report(
      .duplicateField,
      "the key \"\((field.keyPath.last ?? "").printable)\" becomes '\(wanted)' like another one: it is "
        + "called '\(field.name)'", mend: "Name it with 'x-swift-name'.", at: field.location,
      severity: .warning)
  }

  private func field(
    _ property: SchemaShape.Property, isRequired: Bool, owner: String, number: Int
  ) -> Field? {
    let location = library.location(ofKey: property.member, in: property.file)
    let shape = shape(of: property.layers)
    if shape.isNever {
      report(
        .unsupportedKeyword, "'\(property.key.printable)' must not be there: it makes no field",
        mend: "Leave the property out.", at: location, severity: .warning)
      return nil
    }
    let name =
      SchemaExtension.name(shape.extensions["x-swift-name"]) ?? SwiftName.member(from: property.key)
      ?? "field\(number)"
    var field = Field(
      name: name, keyPath: [property.key], type: .string, isRequired: isRequired,
      documentation: shape.documentation ?? shape.title, annotations: annotations(shape),
      location: location)
    if let constant = constant(shape), isRequired {
      usedDefaults.formUnion(shape.defaultOwners)
      field.constant = constant
      return field
    }
    let context = NameContext.nested(
      scope: owner, suggestion: SwiftName.type(from: property.key) ?? "Field\(number)")
    let resolved = resolve(property.layers, context)
    field.type = resolved.type
    let isPlank = library.files[property.file].isPlank
    field.isNullable = resolved.isNullable || isPlank && !isRequired
    applyExtensions(shape, to: &field)
    field.remoteMembers = remoteMembers(shape, at: location)
    applyDefault(shape, to: &field)
    applyLenience(shape, in: property.file, to: &field)
    return field
  }

  private func applyLenience(_ shape: SchemaShape, in file: Int, to field: inout Field) {
    let isLenientFile = library.files[file].node.value["x-lenient"]?.boolean ?? options.isLenient
    let isLenient = shape.extensions["x-lenient"]?.boolean
    if isLenient != true || !field.needsWholeValue { use(["x-lenient"], of: shape) }
    if isLenient ?? (isLenientFile && !field.isRequired) || hasLenientElements(shape) {
      field.policy = .lenient
    }
  }

  /// The annotations of a field: its own, and those inherited from its elements.
  private func annotations(_ shape: SchemaShape) -> [Annotation] {
    var result = shape.annotations
    var inner = shape.items ?? SchemaLayers([])
    if case .values(let layers) = shape.additional, !shape.hasFields { inner = layers }
    guard !inner.nodes.isEmpty else { return result }
    for var annotation in self.shape(of: inner).annotations where annotation.name != "$comment" {
      guard !annotation.name.lowercased().hasPrefix("x-") else { continue }
      annotation.values.append(.init(key: "of", value: "elements"))
      result.append(annotation)
    }
    return result
  }

  private func hasLenientElements(_ shape: SchemaShape) -> Bool {
    var layers = shape.items
    if case .values(let values) = shape.additional { layers = values }
    guard let layers else { return false }
    let elements = self.shape(of: layers)
    use(["x-lenient"], of: elements)
    return elements.extensions["x-lenient"]?.boolean == true
  }

  /// The single string that a value must equal; nil if there are several or none.
  private func constant(_ shape: SchemaShape) -> String? {
    guard let values = shape.values, values.count == 1, !allowsNull(shape),
      shape.alternatives.isEmpty
    else { return nil }
    return values[0].value.string
  }

  private func applyExtensions(_ shape: SchemaShape, to field: inout Field) {
    let extensions = shape.extensions
    use(Set(SchemaExtension.ofProperties.keys).subtracting(["x-lenient"]), of: shape)
    field.isIdentifier = extensions["x-id"]?.boolean ?? false
    field.isIndexed = extensions["x-index"]?.boolean ?? false
    field.isLazy = extensions["x-lazy"]?.boolean ?? false
    field.mergesDeeply = extensions["x-merge"]?.string == "deep"
    if field.isLazy, field.type == .string {
      field.type = .lazyString
      field.isLazy = false
    }
    field.transformer = SchemaExtension.name(extensions["x-transformer"])
    if let path = extensions["x-key"].flatMap(SchemaExtension.path) { field.keyPath = path }
    field.legacyKeyPaths = (extensions["x-legacy-keys"]?.elements ?? [])
      .compactMap(SchemaExtension.path)
  }
}
