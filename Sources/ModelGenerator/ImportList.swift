import ModelSchema

/// The modules that a generated file imports, each with the narrowest access that its declarations
/// allow.
struct ImportList {
  private static let runtime = "ModelKit"

  private let context: GeneratorContext
  /// Whether declarations expose a module's types, by its name.
  private var isShown: [String: Bool] = [:]

  init(_ types: [TypeDeclaration], _ context: GeneratorContext) {
    self.context = context
    for type in types { add(type) }
  }

  /// The lines, sorted by module.
  var lines: [String] {
    isShown.filter { SwiftName.isIdentifier($0.key) }.sorted { $0.key < $1.key }.map {
      "\($0.value ? context.access : "")import \(SwiftText.escaped($0.key))"
    }
  }

  private mutating func add(_ type: TypeDeclaration) {
    for module in type.imports { isShown[module] = true }
    for (reference, _) in type.references { add(reference) }
    if showsRuntime(type) {
      isShown[Self.runtime] = true
    } else if usesRuntime(type), isShown[Self.runtime] == nil {
      isShown[Self.runtime] = false
    }
  }

  private func showsRuntime(_ type: TypeDeclaration) -> Bool {
    switch type.kind {
    case .object(let object):
      type.features.contains(.coding) || showsBits(ObjectPlan(type, object, context: context))
        || object.fields.contains(where: context.isLazy)
    case .union(let union):
      type.features.contains(.coding) || union.keepsUnknown
        || type.allFields.contains(where: context.isLazy)
    case .enumeration: type.features.contains(.coding)
    case .alias: false
    }
  }

  // The conformance of `Fields` to `FieldSet` exposes the protocol only if the type is public;
  // otherwise the compiler warns that the import is needlessly public.
  private func showsBits(_ plan: ObjectPlan) -> Bool {
    plan.isModel || plan.hasBits && context.access == AccessLevel.public.prefix
  }

  private func usesRuntime(_ type: TypeDeclaration) -> Bool {
    guard case .object(let object) = type.kind else { return false }
    let plan = ObjectPlan(type, object, context: context)
    return type.features.contains(.description) || plan.hasBits || plan.isBoxed
  }

  private mutating func add(_ type: TypeReference) {
    switch type {
    case .date, .url, .data: isShown["FoundationEssentials"] = true
    case .external(_, let module?): isShown[module] = true
    case .lazyString, .json, .jsonObject, .opaque: isShown[Self.runtime] = true
    case .orderedSet(let element), .reference(let element):
      isShown[Self.runtime] = true
      add(element)
    case .array(let element), .set(let element), .optional(let element):
      add(element)
    case .map(let key, let value):
      add(key)
      add(value)
    default: break
    }
  }
}
