extension SchemaCompiler {
  /// Sets a field's default from `default`, or reports why it cannot.
  func applyDefault(_ shape: SchemaShape, to field: inout Field) {
    guard let (value, file) = shape.defaultValue, !value.isNull else { return }
    let location = library.location(of: value, in: file)
    switch Self.defaultValue(value, for: field.type) {
    case .value(let converted): field.defaultValue = converted
    case .wrong:
      report(
        .invalidDefault,
        "the default is \(value.kindName), which the property cannot hold: it is ignored",
        mend: "Write a value of the property's type.", at: location, severity: .warning)
    case .unsupported:
      report(
        .invalidDefault, "a default of this kind is not supported: absent stays absent",
        mend: "Supply it where the model is used.", at: location, severity: .warning)
    case .enumeration(let name): applyCase(value, of: name, to: &field, at: location)
    }
  }

  private enum DefaultOutcome {
    case value(Field.Default)
    case enumeration(String)
    case wrong
    case unsupported
  }

  private static func defaultValue(
    _ value: LocatedJSON, for type: TypeReference
  ) -> DefaultOutcome {
    switch type {
    case .boolean: value.boolean.map { .value(.boolean($0)) } ?? .wrong
    case .integer: value.integer.map { .value(.integer($0)) } ?? .wrong
    case .floatingPoint: value.number.map { .value(.number($0)) } ?? .wrong
    case .string, .lazyString, .identifier, .url:
      value.string.map { .value(.string($0)) } ?? .wrong
    case .array, .set:
      value.elements.map { $0.isEmpty ? .value(.emptyCollection) : .unsupported } ?? .wrong
    case .map: value.members.map { $0.isEmpty ? .value(.emptyCollection) : .unsupported } ?? .wrong
    case .jsonObject: value.members == nil ? .wrong : .unsupported
    case .optional(let element): defaultValue(value, for: element)
    case .named(let name): .enumeration(name)
    case .date, .data: value.string == nil ? .wrong : .unsupported
    case .json, .external: .unsupported
    }
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
