extension SchemaCompiler {
  private static let maximumTagCount = 64

  /// The strings that a value must have at a path; nil if any value is allowed.
  func tags(of layers: SchemaLayers, at path: ArraySlice<String>, depth: Int = 0) -> [String]? {
    guard depth < 16 else { return nil }
    let shape = shape(of: layers)
    guard let key = path.first else { return tags(of: shape) }
    if let property = shape.properties.first(where: { $0.key == key }),
      let tags = tags(of: property.layers, at: path.dropFirst(), depth: depth + 1)
    {
      return tags
    }
    guard let alternatives = shape.alternatives.first else { return nil }
    var result: [String] = []
    for node in alternatives.nodes {
      guard let tags = tags(of: SchemaLayers(node), at: path, depth: depth + 1) else { return nil }
      result += tags
    }
    return result.count <= Self.maximumTagCount ? result : nil
  }

  private func tags(of shape: SchemaShape) -> [String]? {
    guard let values = shape.values, !values.isEmpty, values.count <= Self.maximumTagCount else {
      return nil
    }
    let texts = values.compactMap(\.value.string)
    return texts.count == values.count ? texts : nil
  }

  /// Finds what distinguishes the objects; nil if nothing does.
  func plan(_ forms: [UnionForm], discriminator: LocatedJSON?) -> UnionPlan? {
    if let plan = openAPIPlan(forms, discriminator) { return plan }
    if let plan = plankPlan(forms) { return plan }
    return plan(forms, excluding: []) ?? singleKeyPlan(forms)
  }

  /// Uses a constant property, at the top level or one level down.
  func plan(_ forms: [UnionForm], excluding excluded: [[String]]) -> UnionPlan? {
    let paths = candidatePaths(forms).filter { !excluded.contains($0) }
    let tagged = paths.map { path in
      (path: path, tags: forms.map { tags(of: $0.layers, at: path[...]) })
    }
    let preferred = tagged.sorted { left, right in
      Self.weight(left.tags) > Self.weight(right.tags)
    }
    // Prefer two levels that cover all forms to one level that leaves a form out.
    for mayMiss in [0, 1] {
      for (path, tags) in preferred where Self.isEnough(tags, mayMiss: mayMiss) {
        guard Self.areDisjoint(tags) else { continue }
        return .string(
          path: path,
          zip(forms, tags).compactMap { form, tags in
            tags.map { .init(tags: $0, forms: [form], inner: nil) }
          })
      }
      for (path, tags) in preferred where Self.isEnough(tags, mayMiss: mayMiss) {
        if let plan = nestedPlan(forms, path, tags, excluding: excluded + [path]) { return plan }
      }
    }
    return nil
  }

  /// Distinguishes forms with the same tag by another property.
  private func nestedPlan(
    _ forms: [UnionForm], _ path: [String], _ tags: [[String]?], excluding: [[String]]
  ) -> UnionPlan? {
    guard excluding.count < 4 else { return nil }
    var entries: [UnionPlan.Entry] = []
    for (form, tags) in zip(forms, tags) {
      guard let tags else { continue }
      if let index = entries.firstIndex(where: { Set($0.tags) == Set(tags) }) {
        entries[index].forms.append(form)
      } else {
        entries.append(.init(tags: tags, forms: [form], inner: nil))
      }
    }
    let all = entries.flatMap(\.tags)
    guard Set(all).count == all.count, entries.count > 1 else { return nil }
    for index in entries.indices where entries[index].forms.count > 1 {
      guard let inner = plan(entries[index].forms, excluding: excluding) else { return nil }
      entries[index].inner = inner
    }
    return .string(path: path, entries)
  }

  /// Weighs paths by the number of forms that have tags; single tags count double.
  private static func weight(_ tags: [[String]?]) -> Int {
    tags.reduce(0) { $0 + ($1.map { $0.count == 1 ? 2 : 1 } ?? 0) }
  }

  /// One form may have no tag: it covers everything that the others do not.
  private static func isEnough(_ tags: [[String]?], mayMiss: Int) -> Bool {
    let count = tags.count { $0 != nil }
    return count >= 2 && count >= tags.count - mayMiss
  }

  private static func areDisjoint(_ tags: [[String]?]) -> Bool {
    var seen: Set<ExactText> = []
    return tags.compactMap({ $0 }).joined().allSatisfy { seen.insert(ExactText($0)).inserted }
  }

  /// Paths at which a form has constants, single keys first.
  private func candidatePaths(_ forms: [UnionForm]) -> [[String]] {
    var short: [[String]] = []
    var long: [[String]] = []
    for form in forms.prefix(2) {
      for property in shape(of: form.layers).properties.prefix(200) {
        let path = [property.key]
        if !short.contains(path), tags(of: form.layers, at: path[...]) != nil { short.append(path) }
        for inner in shape(of: property.layers).properties.prefix(200) {
          let path = [property.key, inner.key]
          if !long.contains(path), tags(of: form.layers, at: path[...]) != nil { long.append(path) }
        }
      }
    }
    for usual in [["kind"], ["type"]] {
      if let index = short.firstIndex(of: usual) { short.insert(short.remove(at: index), at: 0) }
    }
    return short + long
  }

  /// OpenAPI's `discriminator` names the property and may map its values.
  private func openAPIPlan(_ forms: [UnionForm], _ discriminator: LocatedJSON?) -> UnionPlan? {
    guard let name = discriminator?["propertyName"]?.string else { return nil }
    let mapping = discriminator?["mapping"]?.members ?? []
    var entries: [UnionPlan.Entry] = []
    for form in forms {
      let reference = form.node.value["$ref"]?.string
      var tags = mapping.filter { $0.value.string == reference && reference != nil }.map(\.key)
      if tags.isEmpty { tags = self.tags(of: form.layers, at: [name]) ?? [] }
      if tags.isEmpty, let last = reference?.split(whereSeparator: { "/#".contains($0) }).last {
        tags = [String(last.prefix { $0 != "." })]
      }
      guard !tags.isEmpty else { return nil }
      entries.append(.init(tags: tags, forms: [form], inner: nil))
    }
    guard Self.areDisjoint(entries.map(\.tags)) else { return nil }
    return .string(path: [name], entries)
  }

  /// Plank distinguishes objects by `type`, which holds their identifier or otherwise their title.
  ///
  /// One form may have neither, for example a map: it covers everything that the others do not.
  private func plankPlan(_ forms: [UnionForm]) -> UnionPlan? {
    guard forms.allSatisfy({ library.files[$0.node.file].isPlank }) else { return nil }
    var entries: [UnionPlan.Entry] = []
    for form in forms {
      let target = soleTarget(of: form.layers).map { shape(of: SchemaLayers($0)) } ?? form.shape
      guard let tag = target.typeIdentifier ?? target.title else { continue }
      entries.append(.init(tags: [tag], forms: [form], inner: nil))
    }
    guard entries.count >= max(forms.count - 1, 2), Self.areDisjoint(entries.map(\.tags)) else {
      return nil
    }
    return .string(path: ["type"], entries)
  }

  /// Objects with exactly one key each, all different.
  private func singleKeyPlan(_ forms: [UnionForm]) -> UnionPlan? {
    var entries: [UnionPlan.Entry] = []
    for form in forms {
      let shape = form.shape
      guard shape.properties.count == 1, let property = shape.properties.first,
        shape.required[ExactText(property.key)] != nil, shape.patterns.isEmpty
      else { return nil }
      var payload = form
      payload.layers = property.layers
      payload.shape = self.shape(of: property.layers)
      entries.append(.init(tags: [property.key], forms: [payload], inner: nil))
    }
    guard Self.areDisjoint(entries.map(\.tags)) else { return nil }
    return .singleKey(entries)
  }
}
