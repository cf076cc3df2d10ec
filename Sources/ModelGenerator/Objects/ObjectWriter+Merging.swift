import ModelSchema

extension ObjectWriter {
  /// Writes `merging`, `changed`, `restricted`, and `replacing` for undo.
  func writeMerging(into builder: inout SourceBuilder) {
    writeMerge(into: &builder)
    writeChanged(into: &builder)
    writeRestricted(into: &builder)
    if plan.isStored, plan.has(.undo) { writeReplacing(into: &builder) }
  }

  /// The start of a change: a copy of the stored values.
  private var copy: String { plan.contents }

  /// The instance made from the changed copy.
  private var finished: String { plan.isBoxed ? "\(plan.name)(result)" : "result" }

  private func finish(_ kind: String?, into builder: inout SourceBuilder) {
    guard isNotifying, let kind else { return builder.line("return \(finished)") }
    builder.line("let merged = \(finished)")
    builder.line("ModelNotifications.post(merged, .\(kind))")
    builder.line("return merged")
  }

  private func name(_ field: Field) -> String { UnionText.member(field.name) }

  private func writeMerge(into builder: inout SourceBuilder) {
    builder.line()
    builder.line(
      "/// This value with the set fields of `newer` applied; models in fields merge the same way.")
    builder.block("\(access)func merging(_ newer: \(plan.name))", returning: plan.name) { builder in
      builder.line("var result = \(copy)")
      builder.line("let set = newer.isSet")
      for field in fields where !field.isIdentifier {
        builder.block("if set.contains(\(plan.bit(field)))") { writeTakeOver(field, into: &$0) }
      }
      builder.line("result.isSet.formUnion(set)")
      for slot in plan.unknownSlots {
        builder.line(
          "result.\(slot.property) = result.\(slot.property).merging(\(other("newer")).\(slot.property))"
        )
      }
      finish("merged", into: &builder)
    }
  }

  /// The unknown members of another instance are stored next to its fields.
  private func other(_ name: String) -> String {
    plan.isBoxed ? "\(name).\(plan.storage).values" : name
  }

  private func writeTakeOver(_ field: Field, into builder: inout SourceBuilder) {
    let member = name(field)
    if field.name == plan.additional?.name {
      builder.line("result.\(member).merge(newer.\(member)) { _, newer in newer }")
    } else if !isNested(field) {
      builder.line("result.\(member) = newer.\(member)")
    } else if plan.hasValue(field) {
      builder.line("result.\(member) = result.\(member).merging(newer.\(member))")
    } else {
      builder.line("if let value = newer.\(member) {")
      builder.indented {
        $0.line("result.\(member) = result.\(member)?.merging(value) ?? value")
      }
      builder.line("}")
    }
  }

  /// Whether a field contains a model that merges with a newer one.
  ///
  /// A nullable model is replaced as a whole, because null followed by a partial value would depend
  /// on the order.
  private func isNested(_ field: Field) -> Bool {
    guard !plan.isNullable(field), field.transformer == nil, !context.isLazy(field),
      case .named(let name) = context.resolved(field.type),
      let declaration = context.declaration(named: name),
      case .object(let object) = declaration.kind
    else { return false }
    return ObjectPlan(declaration, object, context: context).isModel
  }

  private func writeChanged(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// The fields whose values differ, or which are set in only one of the two.")
    let head = "\(access)func changed(from older: \(plan.name))"
    builder.block(head, returning: "Fields") { builder in
      if plan.isBoxed { builder.line("if \(plan.storage) === older.\(plan.storage) { return [] }") }
      builder.line("var changed = isSet.symmetricDifference(older.isSet)")
      for field in fields {
        let flat =
          "if \(plan.member(field)) != older.\(name(field)) { changed.insert(\(plan.bit(field))) }"
        if builder.fits(flat) {
          builder.line(flat)
        } else {
          builder.block("if \(plan.member(field)) != older.\(name(field))") {
            $0.line("changed.insert(\(plan.bit(field)))")
          }
        }
      }
      builder.line("return changed")
    }
  }

  private func writeRestricted(into builder: inout SourceBuilder) {
    builder.line()
    builder.line(
      "/// A partial value with only these fields and those that always have a value.")
    let head = "\(access)func restricted(to fields: Fields)"
    builder.block(head, returning: plan.name) { builder in
      let optional = fields.filter {
        !$0.isIdentifier && (!$0.isRequired || $0.defaultValue != nil)
      }
      let bits = fields.indices.filter { index in
        !optional.contains { $0.name == fields[index].name }
      }.reduce(UInt128(0)) { $0 | UInt128(1) << UInt128($1) }
      guard !optional.isEmpty else { return builder.line("self") }
      let always = "Fields(rawValue: 0x\(String(bits, radix: 16, uppercase: true)))"
      builder.line("var result = \(copy)")
      builder.line("let kept = isSet.intersection(fields.union(\(always)))")
      for field in optional {
        let empty = plan.hasValue(field) ? context.initial(field) : nil
        builder.block("if !kept.contains(\(plan.bit(field)))") {
          $0.line("result.\(name(field)) = \(empty ?? "nil")")
        }
      }
      builder.line("result.isSet = kept")
      finish(nil, into: &builder)
    }
  }

  private func writeReplacing(into builder: inout SourceBuilder) {
    builder.line()
    builder.line(
      "/// This value with the given fields copied from `other`, both value and presence.")
    let head = "\(access)func replacing(_ fields: Fields, from other: \(plan.name))"
    builder.block(head, returning: plan.name) { builder in
      builder.line("var result = \(copy)")
      for field in fields where !field.isIdentifier {
        builder.block("if fields.contains(\(plan.bit(field)))") {
          $0.line("result.\(name(field)) = other.\(name(field))")
        }
      }
      let identity = plan.identifier.map { ".subtracting(\(plan.bit($0)))" } ?? ""
      builder.line("let taken = fields\(identity)")
      builder.line("result.isSet.subtract(taken)")
      builder.line("result.isSet.formUnion(other.isSet.intersection(taken))")
      finish(nil, into: &builder)
    }
  }
}
