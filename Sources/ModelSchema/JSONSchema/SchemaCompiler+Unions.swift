extension SchemaCompiler {
  /// The `oneOf` or `anyOf` that defines the type; those that only restrict it are reported.
  func effectiveAlternatives(_ shape: SchemaShape) -> SchemaShape.Alternatives? {
    var found: SchemaShape.Alternatives?
    for alternatives in shape.alternatives {
      let isNarrowing = alternatives.nodes.allSatisfy { Self.isNarrowing($0, depth: 0) }
      guard found != nil || isNarrowing else {
        found = alternatives
        continue
      }
      report(
        .unsupportedKeyword,
        isNarrowing
          ? "'\(alternatives.keyword.key)' only narrows here: what it forbids is not refused"
          : "a second '\(alternatives.keyword.key)' is not supported: it is not looked at",
        mend: "Check it in the program, or write the forms out in one list.",
        at: library.location(ofKey: alternatives.keyword, in: alternatives.owner.file),
        severity: .warning)
    }
    return found
  }

  private static let narrowing: Set<String> = ["required", "not", "if", "then", "else", "default"]

  /// Whether a form does not affect the type, for example one that only lists required members.
  private static func isNarrowing(_ node: SchemaNode, depth: Int) -> Bool {
    guard depth < 16, let members = node.value.members, !members.isEmpty else { return false }
    return members.allSatisfy { member in
      if ["allOf", "anyOf", "oneOf"].contains(member.key) {
        return node.list(member.key).allSatisfy { isNarrowing($0, depth: depth + 1) }
      }
      return narrowing.contains(member.key) || Keyword.named(member.key)?.effect != .type
    }
  }

  // MARK: - Forms

  /// The type of a schema with several forms.
  func buildAlternatives(
    _ alternatives: SchemaShape.Alternatives, _ shape: SchemaShape, _ layers: SchemaLayers,
    _ context: NameContext
  ) -> Resolved {
    var masked = layers
    masked.masked.insert(alternatives.owner.key)
    let base = self.shape(of: masked)
    let hasContent = Self.hasContent(base)
    var isNullable = allowsNull(base)
    var forms: [UnionForm] = []
    for node in alternatives.nodes where node.value.boolean != false {
      let own = hasContent ? masked.appending(node) : SchemaLayers(node).narrowed(to: layers.kinds)
      let shape = self.shape(of: own)
      let kinds = self.kinds(of: own, depth: 0).intersection(base.kinds(narrowedTo: layers.kinds))
      if kinds.contains(.null), kinds != .all { isNullable = true }
      let rest = kinds.subtracting(.null)
      guard !rest.isEmpty, !forms.contains(where: { $0.node == node }) else { continue }
      forms.append(UnionForm(layers: own, shape: shape, kinds: rest, node: node))
    }
    guard forms.count > 1 else {
      guard let only = forms.first else { return Resolved(type: .json, isNullable: true) }
      let resolved = resolve(only.layers, context)
      return Resolved(type: resolved.type, isNullable: resolved.isNullable || isNullable)
    }
    let fallback = hasContent ? masked : nil
    let union = UnionBuild(shape: shape, layers: layers, context: context, fallback: fallback)
    return Resolved(type: combine(forms, union), isNullable: isNullable)
  }

  /// The context of the forms of a union.
  struct UnionBuild {
    var shape: SchemaShape
    var layers: SchemaLayers
    var context: NameContext
    /// The schema without its forms, if it adds something itself.
    var fallback: SchemaLayers?
  }

  private static func hasContent(_ shape: SchemaShape) -> Bool {
    if case .values = shape.additional { return true }
    return shape.hasFields || shape.items != nil || shape.values != nil || !shape.patterns.isEmpty
      || !shape.tuple.isEmpty || !shape.required.isEmpty || shape.format != nil
  }

  /// The kinds of JSON value that a schema allows, including its forms.
  func kinds(of layers: SchemaLayers, depth: Int) -> JSONKinds {
    let shape = shape(of: layers)
    var kinds = shape.kinds(narrowedTo: layers.kinds)
    if let values = shape.values, shape.declaredKinds == nil {
      let own = values.reduce(into: JSONKinds()) { $0.formUnion(JSONKinds(of: $1.value)) }
      kinds = own.intersection(layers.kinds)
    }
    guard depth < 16, !isExhausted, let alternatives = shape.alternatives.first else {
      return kinds
    }
    var union = JSONKinds()
    for node in alternatives.nodes where node.value.boolean != false {
      union.formUnion(self.kinds(of: SchemaLayers(node), depth: depth + 1))
    }
    if shape.isNullable { union.insert(.null) }
    return union.intersection(kinds)
  }

  /// The type of a value whose `type` lists several kinds.
  func buildUnion(
    ofKinds kinds: [JSONKinds], _ shape: SchemaShape, _ layers: SchemaLayers,
    _ context: NameContext
  ) -> TypeReference {
    guard let node = layers.nodes.last else { return .json }
    let forms = kinds.map { kind in
      UnionForm(layers: layers.narrowed(to: kind), shape: shape, kinds: kind, node: node)
    }
    let union = UnionBuild(shape: shape, layers: layers, context: context, fallback: nil)
    return combine(forms, union)
  }

  private func combine(_ forms: [UnionForm], _ union: UnionBuild) -> TypeReference {
    let everything = JSONKinds.all.subtracting(.null)
    if forms.contains(where: { $0.kinds == everything }) {
      reportAmbiguous(
        union, "one of the forms is any JSON value: the others cannot be distinguished from it")
      return .json
    }
    var groups: [(kind: JSONKinds, forms: [UnionForm])] = []
    for form in forms {
      let separated = form.kinds.separated
      for kind in separated {
        var part = form
        part.kinds = kind
        if separated.count > 1 { part.layers = form.layers.narrowed(to: kind) }
        if let index = groups.firstIndex(where: { Self.isOneGroup($0.kind, kind) }) {
          groups[index].forms.append(part)
          groups[index].kind.formUnion(kind)
        } else {
          groups.append((kind, [part]))
        }
      }
    }
    if groups.count == 1 { return combine(groups[0].forms, of: groups[0].kind, union) }
    return declareKinds(groups, union)
  }

  /// Whether two kinds share a case; whole numbers have their own, because a double cannot hold all
  /// of them.
  private static func isOneGroup(_ left: JSONKinds, _ right: JSONKinds) -> Bool {
    left == right || left.contains(.fraction) && right.contains(.fraction)
  }

  /// A union whose cases are kinds of JSON value.
  private func declareKinds(
    _ groups: [(kind: JSONKinds, forms: [UnionForm])], _ union: UnionBuild
  ) -> TypeReference {
    let (name, isNew) = claimName(union.context, title: union.shape.title, layers: union.layers)
    guard isNew else { return .named(name) }
    var cases: [UnionType.Case] = []
    for (kind, forms) in groups {
      let tags = kind.names
      guard let tag = tags.first else { continue }
      var part = union
      part.layers = union.layers.narrowed(to: kind)
      part.context = .nested(scope: name, suggestion: (SwiftName.type(from: tag) ?? "") + "Form")
      let type = combine(forms, of: kind, part)
      cases.append(
        .init(
          name: tag, tags: tags, payload: .value(type),
          documentation: forms.count == 1 ? documentation(of: forms[0]) : nil,
          location: library.location(of: forms[0].node)))
    }
    declare(
      name, .union(.init(discriminator: .kind, cases: cases)), shape: union.shape,
      layers: union.layers)
    return .named(name)
  }

  private func documentation(of form: UnionForm) -> String? {
    form.layers.kinds == .all ? form.shape.documentation : nil
  }

  private func reportAmbiguous(_ union: UnionBuild, _ message: String) {
    let location =
      union.shape.alternatives.first.map {
        library.location(ofKey: $0.keyword, in: $0.owner.file)
      } ?? self.location(of: union.layers)
    report(
      .ambiguousUnion, message,
      mend: "Give each form a property with its own constant.", at: location,
      severity: .warning)
  }

  // MARK: - Forms of one kind

  /// The type for forms that all have the same kind of JSON value.
  private func combine(
    _ forms: [UnionForm], of kind: JSONKinds, _ union: UnionBuild
  ) -> TypeReference {
    if forms.count == 1 { return resolve(forms[0].layers, union.context).type }
    if kind == .object { return combineObjects(forms, union) }
    if kind == .boolean { return .boolean }
    let values = forms.map { $0.shape.values }
    if kind == .string && values.contains(where: { $0 != nil })
      || kind == .integer && values.allSatisfy({ $0 != nil })
    {
      return combineValues(forms, union)
    }
    let types = Set(
      forms.map { form in
        form.shape.values == nil
          ? resolve(form.layers, union.context.part("Element")).type : .string
      })
    if types.count == 1, let type = types.first { return type }
    switch kind {
    case .string: return loosened(to: .string, union)
    case .array: return loosened(to: .array(.json), union)
    case .integer: return .integer(bits: nil, isSigned: true)
    default: return .floatingPoint(bits: 64)
    }
  }

  private func loosened(to type: TypeReference, _ union: UnionBuild) -> TypeReference {
    reportAmbiguous(
      union, "these forms cannot be distinguished: any \(kindNames(of: type)[0]) is accepted")
    return type
  }

  /// Handles constants with descriptions, and named constants next to arbitrary strings.
  private func combineValues(_ forms: [UnionForm], _ union: UnionBuild) -> TypeReference {
    var values: [SchemaShape.Value] = []
    for form in forms {
      for var value in form.shape.values ?? [] where !value.value.isNull {
        guard !values.contains(where: { $0.value.isSame(as: value.value) }) else { continue }
        let texts = [form.shape.title, form.shape.documentation].compactMap { $0 }
        if form.shape.values?.count == 1, !texts.isEmpty {
          value.documentation = texts.joined(separator: "\n\n")
        }
        values.append(value)
      }
    }
    return declareEnumeration(values, union.shape, union.layers, union.context)
  }

  private func combineObjects(_ forms: [UnionForm], _ union: UnionBuild) -> TypeReference {
    guard let plan = plan(forms, discriminator: union.shape.discriminator) else {
      return combineAlike(forms, union)
    }
    let (name, isNew) = claimName(union.context, title: union.shape.title, layers: union.layers)
    guard isNew else { return .named(name) }
    declareUnion(name, plan, forms, union)
    return .named(name)
  }

  /// Handles objects that nothing distinguishes.
  private func combineAlike(_ forms: [UnionForm], _ union: UnionBuild) -> TypeReference {
    if let fallback = union.fallback {
      reportAmbiguous(
        union, "these forms cannot be distinguished: what they add is kept as unknown members")
      return object(shape(of: fallback), union.layers, union.context)
    }
    guard forms.allSatisfy({ !$0.shape.hasFields && $0.shape.patterns.isEmpty }) else {
      return loosened(to: .jsonObject, union)
    }
    let types = Set(forms.map { resolve($0.layers, union.context.part("Value")).type })
    if types.count == 1, let type = types.first { return type }
    return loosened(to: .jsonObject, union)
  }

  // MARK: - Unions of objects

  func declareUnion(_ name: String, _ plan: UnionPlan, _ forms: [UnionForm], _ union: UnionBuild) {
    let discriminator: UnionType.Discriminator
    let entries: [UnionPlan.Entry]
    switch plan {
    case .string(let path, let found): (discriminator, entries) = (.string(path: path), found)
    case .singleKey(let found): (discriminator, entries) = (.singleKey, found)
    }
    let covered = Set(entries.flatMap(\.forms).map(\.node))
    for form in forms where !covered.contains(form.node) {
      report(
        .ambiguousUnion, "this form has no constant as the others have: it is kept as unknown",
        mend: "Give it a constant too, or take it out of the list.",
        at: library.location(of: form.node), severity: .warning)
    }
    var cases: [UnionType.Case] = []
    var names = DistinctNames()
    for entry in entries {
      cases.append(unionCase(entry, of: name, union, &names))
    }
    declare(
      name, .union(.init(discriminator: discriminator, cases: cases)), shape: union.shape,
      layers: union.layers)
  }

  private func unionCase(
    _ entry: UnionPlan.Entry, of name: String, _ union: UnionBuild, _ names: inout DistinctNames
  ) -> UnionType.Case {
    let tag = entry.tags.first ?? ""
    let caseName = names.claim(tag.isEmpty ? "empty" : Self.caseName(of: tag))
    let first = entry.forms[0]
    let suggestion = SwiftName.type(from: tag) ?? "Form"
    let type: TypeReference
    if let inner = entry.inner {
      let layers = SchemaLayers(entry.forms.map(\.node))
      let (innerName, _) = claimName(
        .nested(scope: name, suggestion: suggestion + "Form"), title: nil, layers: layers)
      var shape = SchemaShape()
      shape.extensions = union.shape.extensions
      let part = UnionBuild(
        shape: shape, layers: SchemaLayers(first.node), context: union.context, fallback: nil)
      declareUnion(innerName, inner, entry.forms, part)
      type = .named(innerName)
    } else {
      type = optional(resolve(first.layers, .nested(scope: name, suggestion: suggestion)))
    }
    return .init(
      name: caseName, tags: entry.tags, payload: .value(type),
      documentation: entry.inner == nil ? first.shape.documentation : nil,
      location: library.location(of: first.node))
  }
}
