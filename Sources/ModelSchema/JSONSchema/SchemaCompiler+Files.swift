extension SchemaCompiler {
  /// Compiles the types of all named files and the unions over them.
  func compile(files: [Int]) {
    let roots = files.filter(isType)
    nameRoots(roots)
    for file in files where !roots.contains(file) { lint.check(library.files[file].node) }
    for file in roots { compileRoot(file) }
    for file in files where !roots.contains(file) { compileDefinitions(of: file) }
    finish()
    variants(of: roots)
    finish()
    reportUnusedDefaults()
    reportUnusedExtensions()
  }

  /// Whether a file is itself a type, not only a container for definitions.
  private func isType(_ file: Int) -> Bool {
    let node = library.files[file].node
    guard let members = node.value.members else {
      lint.check(node)
      if node.value.boolean == false {
        report(
          .invalidKeyword, "nothing is a value of the schema 'false'",
          mend: "Write a schema that a value can have.", at: library.location(of: node))
      }
      return node.value.boolean == true
    }
    let definitions = !definitions(of: node).isEmpty
    return !definitions
      || members.contains { member in
        member.key != "$defs" && member.key != "definitions" && member.key != "required"
          && Keyword.named(member.key)?.effect == .type
      }
  }

  /// The definitions in a file.
  private func definitions(
    of node: SchemaNode
  ) -> [(member: LocatedJSON.Member, node: SchemaNode)] {
    let own = node.table("$defs") + node.table("definitions")
    let openAPI = node["components"]?.table("schemas") ?? []
    return (own + openAPI).filter { $0.node.isSchema }
  }

  /// Titles go first to files with a unique title; files that share a title are named after the
  /// file.
  private func nameRoots(_ files: [Int]) {
    var titled: [String: Int] = [:]
    let titles = files.map { file -> String? in
      let title = library.files[file].node.value["title"]?.string
      return TypeNames.type(fromTitle: title)
    }
    for title in titles.compactMap({ $0 }) { titled[title, default: 0] += 1 }
    let own = zip(files, titles).map { file, title in
      title.flatMap { titled[$0] == 1 ? $0 : nil }
        ?? SwiftName.type(from: library.files[file].source.baseName) ?? "Schema"
    }
    for (file, name) in zip(files, own) {
      self.name(library.files[file].node, names.claim(name, in: nil))
    }
  }

  private func compileRoot(_ file: Int) {
    let node = library.files[file].node
    checkIdentifier(of: file)
    let resolved = reference(to: node)
    let name = rootName(of: file)
    guard resolved.type != .named(name) else { return }
    let layers = SchemaLayers(node)
    declare(name, .alias(optional(resolved)), shape: shape(of: layers), layers: layers)
  }

  private func compileDefinitions(of file: Int) {
    for (member, node) in definitions(of: library.files[file].node) {
      let name = SwiftName.type(from: member.key) ?? "Definition"
      if targetName(of: node) == nil { self.name(node, names.claim(name, in: nil)) }
      let resolved = reference(to: node)
      guard let claimed = targetName(of: node), resolved.type != .named(claimed) else { continue }
      let layers = SchemaLayers(node)
      declare(claimed, .alias(optional(resolved)), shape: shape(of: layers), layers: layers)
    }
  }

  /// Plank requires the `id` to end with the name of the file.
  private func checkIdentifier(of file: Int) {
    let schema = library.files[file]
    guard schema.isPlank, let id = schema.node.value["id"], let text = id.string,
      text.split(separator: "/").last.map(String.init) != schema.source.name
    else { return }
    report(
      .fileNameMismatch,
      "the id '\(text.printable)' does not end with the name of the file, '\(schema.source.name)'",
      mend: "Make both the same; references use the name of the file.",
      at: library.location(of: id, in: file), severity: .warning)
  }

  // MARK: - Unions over files

  /// Creates unions of files that share a constant.
  ///
  /// Files with `"type": "m.message"` and different constants in `content.kind` are variants by
  /// `content.kind`. If the options give a name, there is also a union of all files by `type`.
  private func variants(of files: [Int]) {
    let forms = files.compactMap(form)
    guard let path = sharedPath(forms) else {
      if let name = options.unionName, let file = files.first {
        report(
          .ambiguousUnion, "the files have no constant in the same property: there is no '\(name)'",
          mend: "Give each a property with its own constant.",
          at: library.location(of: library.files[file].node))
      }
      return
    }
    var entries: [UnionPlan.Entry] = []
    for form in forms {
      guard let tags = tags(of: form.layers, at: path[...]) else { continue }
      if let index = entries.firstIndex(where: { !Set($0.tags).isDisjoint(with: tags) }) {
        entries[index].forms.append(form)
        entries[index].tags += tags.filter { !entries[index].tags.contains($0) }
      } else {
        entries.append(.init(tags: tags, forms: [form], inner: nil))
      }
    }
    var cases: [UnionType.Case] = []
    for entry in entries { cases.append(contentsOf: variantCase(entry, path)) }
    declareUnionOfAll(cases, path, forms)
  }

  private func form(_ file: Int) -> UnionForm? {
    let node = library.files[file].node
    let layers = SchemaLayers(node)
    let shape = shape(of: layers)
    guard shape.hasFields, shape.alternatives.isEmpty,
      shape.kinds(narrowedTo: .all).subtracting(.null) == .object
    else { return nil }
    return UnionForm(layers: layers, shape: shape, kinds: .object, node: node)
  }

  /// The property that is constant in most files.
  private func sharedPath(_ forms: [UnionForm]) -> [String]? {
    var counts: [String: Int] = [:]
    for form in forms {
      for property in form.shape.properties
      where tags(of: property.layers, at: []) != nil
        && shape(of: property.layers).values?.count == 1
      {
        counts[property.key, default: 0] += 1
      }
    }
    let best = counts.filter { $0.value > 1 }.max { left, right in
      (left.value, right.key) < (right.value, left.key)
    }
    return best.map { [$0.key] }
  }

  /// The case for the files of one tag; several files become their own union.
  private func variantCase(_ entry: UnionPlan.Entry, _ path: [String]) -> [UnionType.Case] {
    let first = entry.forms[0]
    var type = reference(to: first.node).type
    if entry.forms.count > 1 {
      guard let plan = plan(entry.forms, excluding: [path]) else {
        if options.unionName != nil { reportSameTag(entry) }
        return []
      }
      let suggestion = (SwiftName.type(from: entry.tags[0]) ?? "") + "Variant"
      let name = names.claim(suggestion, in: nil)
      declareVariants(name, plan, entry.forms)
      type = .named(name)
    }
    return [
      .init(
        name: Self.caseName(of: entry.tags[0]), tags: entry.tags, payload: .value(type),
        documentation: entry.forms.count == 1 ? first.shape.documentation : nil,
        location: library.location(of: first.node))
    ]
  }

  private func reportSameTag(_ entry: UnionPlan.Entry) {
    for form in entry.forms.dropFirst() {
      report(
        .ambiguousUnion,
        "'\(entry.tags[0].printable)' belongs to another file too: the two cannot be distinguished",
        mend: "Give each its own constant, possibly one level down.",
        at: library.location(of: form.node))
    }
  }

  private func declareVariants(_ name: String, _ plan: UnionPlan, _ forms: [UnionForm]) {
    guard case .string(let path, let entries) = plan else { return }
    var taken: Set<String> = []
    let cases = entries.compactMap { entry -> UnionType.Case? in
      guard entry.forms.count == 1 else { return nil }
      var caseName = Self.caseName(of: entry.tags[0])
      while !taken.insert(caseName).inserted { caseName += "2" }
      return .init(
        name: caseName, tags: entry.tags, payload: .value(reference(to: entry.forms[0].node).type),
        documentation: entry.forms[0].shape.documentation,
        location: library.location(of: entry.forms[0].node))
    }
    declare(
      name, .union(.init(discriminator: .string(path: path), cases: cases)), shape: SchemaShape(),
      layers: SchemaLayers(forms[0].node))
  }

  private func declareUnionOfAll(
    _ cases: [UnionType.Case], _ path: [String], _ forms: [UnionForm]
  ) {
    guard let wanted = options.unionName, !cases.isEmpty else { return }
    var taken: Set<String> = []
    var cases = cases
    for index in cases.indices {
      while !taken.insert(cases[index].name).inserted { cases[index].name += "2" }
    }
    let name = names.claim(wanted, in: nil)
    declare(
      name, .union(.init(discriminator: .string(path: path), cases: cases)), shape: SchemaShape(),
      layers: SchemaLayers(forms[0].node))
  }
}
