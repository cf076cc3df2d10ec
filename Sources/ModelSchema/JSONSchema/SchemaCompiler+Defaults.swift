extension SchemaCompiler {
  /// Sets a field's default from `default`, or reports why it cannot.
  func applyDefault(_ shape: SchemaShape, to field: inout Field) {
    let source = shape.defaultValue == nil ? soleForm(of: shape) ?? shape : shape
    usedDefaults.formUnion(source.defaultOwners)
    guard let (value, file) = source.defaultValue, !(value.isNull && field.isNullable) else {
      return
    }
    let location = library.location(of: value, in: file)
    switch Self.defaultValue(value, for: field.type) {
    case .value(let converted): field.defaultValue = converted
    case .wrong:
      report(
        .invalidDefault,
        "the default is \(value.kindName), which the property cannot hold: it is ignored",
        mend: "Write a value of the property's type.", at: location, severity: .warning)
    case .outside(let range):
      report(
        .invalidDefault, "the default is not in the range of the type: it is ignored",
        mend: "Write a number from \(range.lowerBound) to \(range.upperBound).", at: location,
        severity: .warning)
    case .unsupported:
      report(
        .invalidDefault, "a default of this kind is not supported: absent stays absent",
        mend: "Supply it where the model is used.", at: location, severity: .warning)
    case .enumeration(let name): applyCase(value, of: name, to: &field, at: location)
    }
  }

  /// The only form besides null.
  private func soleForm(of shape: SchemaShape) -> SchemaShape? {
    guard let nodes = shape.alternatives.first?.nodes else { return nil }
    let forms = nodes.map { self.shape(of: SchemaLayers($0)) }
      .filter { $0.kinds(narrowedTo: .all) != .null }
    return forms.count == 1 ? forms[0] : nil
  }

  /// Reports defaults where no field can have one: those of elements, of forms and of files.
  func reportUnusedDefaults() {
    for node in lint.defaults where !usedDefaults.contains(node.key) {
      guard let member = node.value.member("default") else { continue }
      lint.report(
        .invalidDefault, "a default has an effect on a property only: it is ignored",
        mend: "Move it to the property, or supply it where the model is used.", atKey: member,
        in: node.file, severity: .warning)
    }
  }

  private enum DefaultOutcome {
    case value(Field.Default)
    case enumeration(String)
    case wrong
    case outside(ClosedRange<Int128>)
    case unsupported
  }

  private static func defaultValue(
    _ value: LocatedJSON, for type: TypeReference
  ) -> DefaultOutcome {
    switch type {
    case .boolean: value.boolean.map { .value(.boolean($0)) } ?? .wrong
    case .integer(let bits, let isSigned):
      whole(value, in: integerRange(bits: bits, isSigned: isSigned))
    case .floatingPoint: value.number.map { .value(.number($0)) } ?? .wrong
    case .string, .lazyString, .identifier: value.string.map { .value(.string($0)) } ?? .wrong
    case .url:
      value.string.flatMap { URIReference.isURL($0) ? .value(.string($0)) : nil } ?? .wrong
    case .array, .set, .orderedSet:
      value.elements.map { $0.isEmpty ? .value(.emptyCollection) : .unsupported } ?? .wrong
    case .map: value.members.map { $0.isEmpty ? .value(.emptyCollection) : .unsupported } ?? .wrong
    case .jsonObject: value.members == nil ? .wrong : .unsupported
    case .optional(let element): defaultValue(value, for: element)
    case .named(let name): .enumeration(name)
    case .date, .data: value.string == nil ? .wrong : .unsupported
    case .external:
      // A type declared elsewhere that takes a list: the compiler of Swift checks whether it does.
      value.elements.map { $0.isEmpty } == true ? .value(.emptyCollection) : .unsupported
    case .json, .reference, .opaque: .unsupported
    }
  }

  private static func whole(_ value: LocatedJSON, in range: ClosedRange<Int128>) -> DefaultOutcome {
    guard let number = value.integer(as: Int128.self) else { return .wrong }
    return range.contains(number) ? .value(.integer(number)) : .outside(range)
  }

  private func applyCase(
    _ value: LocatedJSON, of name: String, to field: inout Field, at location: SourceLocation
  ) {
    guard let place = places[name], case .enumeration(let enumeration) = declarations[place].kind
    else {
      return report(
        .invalidDefault, "a default of this kind is not supported: absent stays absent",
        mend: "Supply it where the model is used.", at: location, severity: .warning)
    }
    let raw: EnumType.RawValue? =
      value.string.map { .string($0) } ?? value.integer.map { .integer($0) }
    guard let found = enumeration.cases.first(where: { $0.rawValue == raw }) else {
      return report(
        .invalidDefault, "the default is not one of the values of 'enum': it is ignored",
        mend: "Write one of them.", at: location, severity: .warning)
    }
    field.defaultValue = .enumCase(found.name)
  }
}
