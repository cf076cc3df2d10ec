import ModelSchema

// A model whose members stand at several places of the document. The run-time library puts them
// together and takes them apart, so that the generated code only says where each of them is.

extension Field {
  /// Whether members of the model in the field stand outside its object.
  var isSpread: Bool { !remoteMembers.isEmpty }

  /// The local variable for the parts; the underscore makes it distinct from all field names.
  var remoteName: String { "remote_\(name)" }

  /// The table of the members.
  fileprivate var remoteTable: String { "Self.remoteMembers_\(name)" }
}

extension ObjectWriter {
  /// Writes a table for each such field.
  func writeRemoteTables(into builder: inout SourceBuilder) {
    for field in fields where field.isSpread {
      builder.line()
      builder.line("private static let remoteMembers_\(field.name): [RemoteMember] = [")
      let comma = field.remoteMembers.count > 1 ? "," : ""
      builder.indented { builder in
        for member in field.remoteMembers {
          let label = SwiftText.literal(member.keyPath.joined(separator: "."))
          let keys = member.targetKeyPath.map(SwiftText.literal).joined(separator: ", ")
          builder.list("RemoteMember", [label, "to: [\(keys)]"], comma)
        }
      }
      builder.line("]")
    }
  }

  /// Writes the statements that take the models apart before they are encoded.
  func writeRemoteParts(into builder: inout SourceBuilder) {
    for field in fields where field.isSpread {
      builder.list(
        "let \(field.remoteName) = RemoteParts",
        ["of: \(plan.member(field))", field.remoteTable, "for: writer"])
    }
  }
}

extension FieldDecoder {
  func writeRemoteVariables(into builder: inout SourceBuilder) {
    for field in fields where field.isSpread {
      builder.list(
        "var \(field.remoteName) = RemoteValues", [field.remoteTable, "in: reader"])
    }
  }

  /// Writes the statement for one of the members.
  func writeRemoteMember(_ field: Field, _ index: Int, into builder: inout SourceBuilder) {
    builder.line("try \(field.remoteName).keep(\(index), from: &reader)")
  }

  /// Writes the statements for the model's own object.
  func writeRemoteObject(_ field: Field, rank: Int, into builder: inout SourceBuilder) {
    builder.line("try \(field.remoteName).keepObject(from: &reader)")
    if let name = locals.rank(field) { builder.line("\(name) = \(rank)") }
  }

  /// Writes the statements that decode the models after the members of the object have been read.
  func writeRemoteFields(into builder: inout SourceBuilder) {
    for field in fields where field.isSpread {
      builder.block("if !\(field.remoteName).isEmpty") { builder in
        guard field.policy == .lenient, !isChecked(field) else {
          return writeRemoteValue(field, into: &builder)
        }
        builder.line("let mark = reader.mark")
        builder.line("do throws(JSONError) {")
        builder.indented { writeRemoteValue(field, into: &$0) }
        builder.line("} catch {")
        builder.indented { $0.line("try reader.drop(error, returningTo: mark)") }
        builder.line("}")
      }
    }
  }

  private func writeRemoteValue(_ field: Field, into builder: inout SourceBuilder) {
    let read = keepsNull(field) ? "readOptional" : "read"
    let type = context.spelling(of: field.type)
    builder.assignment(
      "\(locals.target(field)) = try \(field.remoteName).\(read)(of: \(type).self, from: &reader)")
    if needsFlag(field) { builder.line("\(locals.seen(field)) = true") }
    writeBit(field, into: &builder)
  }
}

extension FieldEncoder {
  /// Writes the statement for one of the members.
  func writeRemote(
    _ field: Field, _ index: Int, _ key: String, into builder: inout SourceBuilder
  ) {
    builder.list(
      "writer.encode", [SwiftText.literal(key), "\(index)", "of: \(field.remoteName)"])
  }

  /// Writes the statement for the model's own object or null.
  func writeRemote(_ field: Field, _ key: String, into builder: inout SourceBuilder) {
    let write = { (builder: inout SourceBuilder) in
      builder.list("writer.encode", [key, "restOf: \(field.remoteName)"])
    }
    if isAlwaysWritten(field) { return write(&builder) }
    if let isSet, context.keepsNull(field) {
      return builder.branch("if \(isSet([field]))", write)
    }
    builder.branch("if \(value(field)) != nil", write)
  }
}
