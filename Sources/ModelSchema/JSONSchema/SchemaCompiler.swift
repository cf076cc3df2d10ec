/// Compiles schemas to types.
///
/// Referenced types are compiled from a work list instead of recursively, so that long chains of
/// references need no deep stack.
final class SchemaCompiler {
  struct Resolved {
    var type: TypeReference
    var isNullable: Bool
  }

  private struct ScopedLayers: Hashable {
    /// The enclosing top-level type.
    let root: Substring
    let layers: SchemaLayers
  }

  let library: SchemaLibrary
  let lint: SchemaLint
  let options: JSONSchemaOptions
  var declarations: [TypeDeclaration] = []
  private(set) var places: [String: Int] = [:]
  var names = TypeNames()
  private var shapes: [SchemaLayers: SchemaShape] = [:]
  private var inside: [ScopedLayers: String] = [:]
  private var targets: [SchemaNode.Key: Resolved] = [:]
  private var targetNames: [SchemaNode.Key: String] = [:]
  /// Names that are fixed even if only an alias needs them.
  private var fixedNames: Set<SchemaNode.Key> = []
  private var inProgress: [SchemaNode.Key: String] = [:]
  private var recursive: Set<SchemaNode.Key> = []
  /// The schemas whose defaults a field or an enum has taken up.
  var usedDefaults: Set<SchemaNode.Key> = []
  /// The `x-` keywords that have had an effect.
  var usedExtensions: Set<SchemaExtension.Use> = []
  private var pending: [(name: String, layers: SchemaLayers)] = []
  private var depth = 0
  private static let maximumDepth = 100
  private static let maximumTypeCount = 20_000
  /// The number of layers examined so far: references can expand a few lines without bound.
  private var effort = 0
  private static let maximumEffort = 100_000
  /// Whether the limit is reached; remaining types are not compiled.
  private(set) var isExhausted = false

  init(library: SchemaLibrary, options: JSONSchemaOptions) {
    self.library = library
    self.options = options
    lint = SchemaLint(library: library, formats: options.formats, plugins: options.plugins)
  }

  func shape(of layers: SchemaLayers) -> SchemaShape {
    effort += max(layers.nodes.count, 1)
    if effort > Self.maximumEffort { exhaust("they refer to each other too often", layers) }
    if let known = shapes[layers] { return known }
    let shape = SchemaFlattener(library: library, lint: lint, layers: layers).result
    shapes[layers] = shape
    return shape
  }

  func report(
    _ code: DiagnosticCode, _ message: String, mend: String? = nil, at location: SourceLocation,
    severity: Diagnostic.Severity = .error
  ) {
    library.sink.add(Diagnostic(code, message, mend: mend, at: location, severity: severity))
  }

  func location(of layers: SchemaLayers) -> SourceLocation {
    guard let node = layers.nodes.last else { return SourceLocation(file: "", line: 1, column: 1) }
    return library.location(of: node)
  }

  // MARK: - Names

  /// Fixes the name of the type that a schema becomes when it is referenced.
  func name(_ node: SchemaNode, _ name: String) {
    targetNames[node.key] = name
    fixedNames.insert(node.key)
  }

  func targetName(of node: SchemaNode) -> String? { targetNames[node.key] }

  func rootName(of file: Int) -> String { claimedName(of: library.files[file].node) }

  private func claimedName(of target: SchemaNode) -> String {
    if let name = targetNames[target.key] { return name }
    let file = library.files[target.file]
    let isRoot = target.key == file.node.key
    let fileName = SwiftName.type(from: file.source.baseName) ?? "Schema"
    let own =
      isRoot
      ? TypeNames.type(fromTitle: target.value["title"]?.string) ?? fileName
      : library.referenceNames[target.key].flatMap { SwiftName.type(from: $0) }
        ?? TypeNames.type(fromTitle: target.value["title"]?.string) ?? fileName
    let name = names.isTaken(own) && own != fileName ? fileName + (isRoot ? "" : own) : own
    let claimed = names.claim(name, in: nil)
    targetNames[target.key] = claimed
    return claimed
  }

  /// Claims the name for a type; the second result is whether it still has to be declared.
  func claimName(
    _ context: NameContext, title: String?, layers: SchemaLayers
  ) -> (name: String, isNew: Bool) {
    switch context {
    case .exact(let name):
      names.remember(name, madeOf: layers)
      return (name, true)
    case .nested(let scope, let suggestion):
      let root = scope?.split(separator: ".").first ?? ""
      let scoped = ScopedLayers(root: root, layers: layers)
      if let known = inside[scoped] { return (known, false) }
      let own = TypeNames.type(fromTitle: title) ?? suggestion
      let wanted = scope.map { "\($0).\(own)" } ?? own
      if names.same(wanted, as: layers) { return (wanted, false) }
      let name = names.claim(own, in: scope)
      names.remember(name, madeOf: layers)
      inside[scoped] = name
      return (name, true)
    }
  }

  // MARK: - Declarations

  func declare(
    _ name: String, _ kind: TypeDeclaration.Kind, shape: SchemaShape, layers: SchemaLayers
  ) {
    guard declarations.count < Self.maximumTypeCount else {
      return exhaust("they make more than \(Self.maximumTypeCount) types", layers)
    }
    let documentation = [
      TypeNames.type(fromTitle: shape.title) == nil ? shape.title : nil, shape.documentation,
    ].compactMap { $0 }.joined(separator: "\n\n")
    let selection = selection(shape, layers)
    use(["x-includes", "x-excludes"], of: shape)
    let location = location(of: layers)
    var declaration = TypeDeclaration(
      name: name, kind: kind, features: selection.features,
      documentation: documentation.isEmpty ? nil : documentation,
      annotations: shape.annotations + selection.pluginAnnotations(at: location),
      location: location)
    if case .object(var object) = kind, let text = shape.extensions["x-storage"]?.string,
      let storage = ObjectType.Storage(rawValue: text)
    {
      object.storage = storage
      use(["x-storage"], of: shape)
      declaration.kind = .object(object)
    }
    places[name] = declarations.count
    declarations.append(declaration)
  }

  private func exhaust(_ reason: String, _ layers: SchemaLayers) {
    guard !isExhausted else { return }
    isExhausted = true
    report(
      .nestingTooDeep, "the schemas are too much for one run: \(reason)",
      mend: "Refer to shared schemas with a '$ref' that has no other keywords beside it.",
      at: location(of: layers))
  }

  /// Settings at a file's root apply to all of its types, except those that require an identity.
  private func selection(_ shape: SchemaShape, _ layers: SchemaLayers) -> FeatureSelection {
    var selection = FeatureSelection()
    selection.apply(includes: options.includes, excludes: options.excludes)
    if let file = layers.nodes.last?.file {
      let root = library.files[file].node.value
      let needIdentity = [Feature.undo.rawValue, Feature.hooks.rawValue]
      selection.apply(
        includes: names(root["x-includes"]).filter { !needIdentity.contains($0) },
        excludes: names(root["x-excludes"]))
    }
    selection.apply(
      includes: names(shape.extensions["x-includes"]),
      excludes: names(shape.extensions["x-excludes"]))
    return selection
  }

  /// The names in a list that have a meaning; the others are already reported.
  private func names(_ value: LocatedJSON?) -> [String] {
    (value?.elements ?? []).compactMap(\.string).filter {
      SchemaExtension.isFeature($0, among: options.plugins)
    }
  }

  /// Compiles the types that references requested until none are left.
  func finish() {
    while let next = pending.popLast() {
      let shape = shape(of: next.layers)
      declareObject(next.name, shape: shape, layers: next.layers)
    }
  }

  // MARK: - Types

  /// The type of a value to which all layers apply.
  func resolve(_ layers: SchemaLayers, _ context: NameContext) -> Resolved {
    guard !isExhausted else { return Resolved(type: .json, isNullable: false) }
    guard depth < Self.maximumDepth else {
      report(
        .nestingTooDeep, "types are nested more than \(Self.maximumDepth) deep here",
        mend: "Give the inner types separate schemas.", at: location(of: layers))
      return Resolved(type: .json, isNullable: false)
    }
    depth += 1
    defer { depth -= 1 }
    let shape = shape(of: layers)
    if let type = named(by: shape) { return Resolved(type: type, isNullable: allowsNull(shape)) }
    if let target = soleTarget(of: layers).map(library.behindAliases) {
      let kinds = self.shape(of: SchemaLayers(target)).kinds(narrowedTo: .all)
      if kinds.subtracting(.null).isSubset(of: shape.kinds(narrowedTo: layers.kinds)) {
        let resolved = reference(to: target)
        return Resolved(
          type: resolved.type, isNullable: resolved.isNullable || allowsNull(shape))
      }
    }
    return build(shape, layers, context)
  }

  /// The type that a keyword names: one from elsewhere, or a stored model that is referred to.
  private func named(by shape: SchemaShape) -> TypeReference? {
    let module = SchemaExtension.name(shape.extensions["x-import"])
    if let name = SchemaExtension.name(shape.extensions["x-swift-type"]) {
      use(["x-swift-type", "x-import"], of: shape)
      return .external(name: name, module: module)
    }
    guard let name = SchemaExtension.name(shape.extensions["x-ref"]) else { return nil }
    use(["x-ref", "x-import"], of: shape)
    return .reference(.external(name: name, module: module))
  }

  func allowsNull(_ shape: SchemaShape) -> Bool {
    shape.isNullable || shape.declaredKinds.map { $0 != .all && $0.contains(.null) } ?? false
  }

  /// The type of a referenced schema; declared once, however often it is referenced.
  func reference(to target: SchemaNode) -> Resolved {
    if let known = targets[target.key] { return known }
    if let name = inProgress[target.key] {
      recursive.insert(target.key)
      return Resolved(type: .named(name), isNullable: false)
    }
    let layers = SchemaLayers(target)
    let shape = shape(of: layers)
    let name = claimedName(of: target)
    if isPlainObject(shape), shape.extensions["x-swift-type"] == nil, soleTarget(of: layers) == nil
    {
      let resolved = Resolved(type: .named(name), isNullable: allowsNull(shape))
      targets[target.key] = resolved
      pending.append((name, layers))
      return resolved
    }
    inProgress[target.key] = name
    var resolved = resolve(layers, .exact(name))
    inProgress[target.key] = nil
    if resolved.type != .named(name) {
      if recursive.contains(target.key) {
        wrap(resolved, name: name, shape: shape, layers: layers)
        resolved = Resolved(type: .named(name), isNullable: resolved.isNullable)
      } else if !fixedNames.contains(target.key) {
        names.release(name)
        targetNames[target.key] = nil
      }
    }
    if resolved.type == .named(name), places[name] == nil {
      // A cycle of references, which has been reported; its users still need a type.
      declare(name, .alias(.json), shape: shape, layers: layers)
    }
    targets[target.key] = resolved
    return resolved
  }

  /// Whether a schema is an object with fields, whatever its parts turn out to be.
  private func isPlainObject(_ shape: SchemaShape) -> Bool {
    shape.alternatives.isEmpty && shape.values == nil && shape.hasFields && !shape.isNever
      && shape.kinds(narrowedTo: .all).subtracting(.null) == .object
  }

  /// A list of itself needs a separate type between the levels; for everything else an alias
  /// suffices.
  private func wrap(
    _ resolved: Resolved, name: String, shape: SchemaShape, layers: SchemaLayers
  ) {
    switch resolved.type {
    case .array, .set, .map: break
    default: return declare(name, .alias(optional(resolved)), shape: shape, layers: layers)
    }
    let kind = kindNames(of: resolved.type)
    let only = UnionType.Case(
      name: kind.first ?? "value", tags: kind, payload: .value(resolved.type),
      location: location(of: layers))
    declare(name, .union(.init(discriminator: .kind, cases: [only])), shape: shape, layers: layers)
  }

  /// The type of a shape that is not an alias.
  func build(_ shape: SchemaShape, _ layers: SchemaLayers, _ context: NameContext) -> Resolved {
    if let alternatives = effectiveAlternatives(shape) {
      return buildAlternatives(alternatives, shape, layers, context)
    }
    let isNullable = allowsNull(shape)
    if shape.values != nil { return buildValues(shape, layers, context) }
    let kinds = shape.kinds(narrowedTo: layers.kinds).subtracting(.null)
    if kinds.isEmpty { return Resolved(type: .json, isNullable: true) }
    if kinds == JSONKinds.all.subtracting(.null) {
      return Resolved(type: .json, isNullable: isNullable)
    }
    let separated = kinds.separated
    if separated.count > 1 {
      let type = buildUnion(ofKinds: separated, shape, layers, context)
      return Resolved(type: type, isNullable: isNullable)
    }
    return Resolved(type: buildType(kinds, shape, layers, context), isNullable: isNullable)
  }

  private func buildType(
    _ kind: JSONKinds, _ shape: SchemaShape, _ layers: SchemaLayers, _ context: NameContext
  ) -> TypeReference {
    switch kind {
    case .boolean: return .boolean
    case .integer: return number(shape, layers, otherwise: .integer(bits: nil, isSigned: true))
    case .number, .fraction: return number(shape, layers, otherwise: .floatingPoint(bits: 64))
    case .string: return string(shape, layers)
    case .array: return array(shape, context)
    default: return object(shape, layers, context)
    }
  }
}
