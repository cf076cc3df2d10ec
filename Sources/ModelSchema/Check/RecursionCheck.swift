extension ModuleCheck {
  /// Marks types that contain themselves, and rejects those whose values would be infinite.
  mutating func recursion() {
    let graph = EmbeddingGraph(types)
    let recursive = graph.cyclic { _ in true }
    let endless = graph.cyclic(where: \.isRequired)
    for index in types.indices where recursive[index] {
      switch types[index].kind {
      case .object(var object):
        object.storage = .copyOnWrite
        types[index].kind = .object(object)
      case .union(var union):
        union.isRecursive = true
        types[index].kind = .union(union)
      case .enumeration, .alias: break
      }
      if endless[index] {
        report(
          .endlessType, "every '\(types[index].name)' would contain another one",
          mend: "Make a field on the path optional, or a list.", at: types[index].location)
      }
    }
  }
}

/// Which types directly contain which others.
private struct EmbeddingGraph {
  struct Edge {
    var target: Int
    /// Whether every value of the type contains it.
    var isRequired: Bool
  }

  private var edges: [[Edge]] = []

  init(_ types: [TypeDeclaration]) {
    let indexes = Dictionary(
      types.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    edges = types.map { type in
      Self.embedded(in: type).compactMap { name, isRequired in
        indexes[name].map { Edge(target: $0, isRequired: isRequired) }
      }
    }
  }

  private static func embedded(in type: TypeDeclaration) -> [(String, Bool)] {
    switch type.kind {
    case .object(let object):
      object.fields.compactMap { field in
        field.type.embeddedType.map { ($0, isNeeded(field)) }
      }
    case .union(let union):
      // A union with several cases can be finite through another case.
      union.cases.flatMap { one -> [(String, Bool)] in
        let isOnly = union.cases.count == 1 && !union.keepsUnknown
        switch one.payload {
        case .none: return []
        case .value(let type): return type.embeddedType.map { [($0, isOnly)] } ?? []
        case .fields(let fields):
          return fields.compactMap { field in
            field.type.embeddedType.map { ($0, isOnly && isNeeded(field)) }
          }
        }
      }
    case .enumeration: []
    case .alias(let type): type.embeddedType.map { [($0, true)] } ?? []
    }
  }

  private static func isNeeded(_ field: Field) -> Bool {
    if case .optional = field.type { return false }
    return field.isRequired && !field.isNullable
  }

  /// For each type, whether a path of such edges leads back to it.
  func cyclic(where isUsed: (Edge) -> Bool) -> [Bool] {
    StrongComponents(edges.map { $0.filter(isUsed).map(\.target) }).isCyclic
  }
}
