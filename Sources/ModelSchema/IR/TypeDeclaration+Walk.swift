extension TypeDeclaration {
  /// All fields that the type declares, including those of its cases.
  package var allFields: [Field] {
    switch kind {
    case .object(let object): object.fields
    case .union(let union):
      union.cases.flatMap { one in
        if case .fields(let fields) = one.payload { fields } else { [Field]() }
      }
    case .enumeration, .alias: []
    }
  }

  /// All references to types, each with the location for diagnostics.
  package var references: [(type: TypeReference, location: SourceLocation)] {
    switch kind {
    case .object(let object):
      object.fields.map { ($0.type, $0.typeLocation ?? $0.location) }
        + object.additional.types.map { ($0, location) }
    case .union(let union):
      union.cases.flatMap { one -> [(type: TypeReference, location: SourceLocation)] in
        switch one.payload {
        case .none: []
        case .value(let type): [(type, one.typeLocation ?? one.location)]
        case .fields(let fields): fields.map { ($0.type, $0.typeLocation ?? $0.location) }
        }
      }
    case .enumeration: []
    case .alias(let type): [(type, location)]
    }
  }

  /// This declaration with every field transformed, including those of its cases.
  package func mapFields(_ change: (Field) -> Field) -> TypeDeclaration {
    var copy = self
    switch kind {
    case .object(var object):
      object.fields = object.fields.map(change)
      copy.kind = .object(object)
    case .union(var union):
      for index in union.cases.indices {
        guard case .fields(let fields) = union.cases[index].payload else { continue }
        union.cases[index].payload = .fields(fields.map(change))
      }
      copy.kind = .union(union)
    case .enumeration, .alias: break
    }
    return copy
  }

  /// This declaration with every reference transformed.
  package func mapTypes(_ change: (TypeReference) -> TypeReference) -> TypeDeclaration {
    var copy = self
    switch kind {
    case .object(var object):
      object.fields = object.fields.map { $0.mapType(change) }
      object.additional = object.additional.mapTypes(change)
      copy.kind = .object(object)
    case .union(var union):
      union.cases = union.cases.map { $0.mapTypes(change) }
      copy.kind = .union(union)
    case .enumeration: break
    case .alias(let type): copy.kind = .alias(change(type))
    }
    return copy
  }
}

extension Field {
  fileprivate func mapType(_ change: (TypeReference) -> TypeReference) -> Field {
    var copy = self
    copy.type = change(type)
    return copy
  }
}

extension UnionType.Case {
  fileprivate func mapTypes(_ change: (TypeReference) -> TypeReference) -> Self {
    var copy = self
    switch payload {
    case .none: break
    case .value(let type): copy.payload = .value(change(type))
    case .fields(let fields): copy.payload = .fields(fields.map { $0.mapType(change) })
    }
    return copy
  }
}

extension ObjectType.AdditionalMembers {
  fileprivate var types: [TypeReference] {
    switch self {
    case .unknown, .refused: []
    case .values(let type): [type]
    case .patterns(let patterns): patterns.map(\.type)
    }
  }

  fileprivate func mapTypes(_ change: (TypeReference) -> TypeReference) -> Self {
    switch self {
    case .unknown, .refused: self
    case .values(let type): .values(change(type))
    case .patterns(let patterns):
      .patterns(patterns.map { .init(expression: $0.expression, type: change($0.type)) })
    }
  }
}
