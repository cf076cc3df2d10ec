import ModelSchema

extension UnionWriter {
  /// The members of a case in JSON; nil if its payload has its own decoder or there is no value.
  ///
  /// A tag with a single possible string is included as a constant, so that it is checked when the
  /// object is read, and written.
  func payloadFields(of one: UnionType.Case) -> [Field]? {
    guard case .string(let path) = type.discriminator else {
      if case .fields(let fields) = one.payload { return fields }
      return nil
    }
    switch one.payload {
    case .none: return tagged([], of: one, at: path)
    case .fields(let fields): return tagged(fields, of: one, at: path)
    case .value(let payload):
      if analysis.liesInTaggedObject(payload, at: path) { return nil }
      return tagged([boxed(payload, of: one)], of: one, at: path)
    }
  }

  /// The field for a payload that is not an object, next to the tag.
  private func boxed(_ payload: TypeReference, of one: UnionType.Case) -> Field {
    var type = payload
    var isNullable = false
    if case .optional(let inner) = payload {
      type = inner
      isNullable = true
    }
    return Field(
      name: "value", type: type, isRequired: true, isNullable: isNullable, location: one.location)
  }

  /// The fields with the tag in front of them, unless they have it.
  private func tagged(
    _ fields: [Field], of one: UnionType.Case, at path: [String]
  ) -> [Field] {
    guard let tag = one.tags.first, !fields.contains(where: { $0.keyPath == path }) else {
      return fields
    }
    let field = Field(
      name: "tag", keyPath: path, type: .string, isRequired: true, constant: tag,
      location: one.location)
    return [field] + fields
  }
}
