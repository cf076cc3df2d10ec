extension ModuleCheck {
  /// Finds the members that `%remote` and `x-remote` name, and rejects those that are not there.
  mutating func remoteMembers() {
    let indexes = indexes
    for index in types.indices {
      guard case .object(var object) = types[index].kind else { continue }
      for place in object.fields.indices where !object.fields[place].remoteMembers.isEmpty {
        resolve(&object.fields[place], of: types[index], indexes)
      }
      types[index].kind = .object(object)
    }
  }

  private mutating func resolve(
    _ field: inout Field, of type: TypeDeclaration, _ indexes: [String: Int]
  ) {
    guard let model = remoteModel(of: field, owner: type, indexes) else { return }
    var taken: [[String]] = []
    for index in field.remoteMembers.indices {
      let member = field.remoteMembers[index]
      guard let path = keyPath(of: member, in: model, indexes) else { continue }
      if taken.contains(where: { $0.starts(with: path) || path.starts(with: $0) }) {
        report(
          .invalidAnnotation, "'\(member.name(in: field))' has two places in the document",
          mend: "Leave one of them.", at: member.location)
      }
      taken.append(path)
      field.remoteMembers[index].targetKeyPath = path
    }
  }

  /// The type in a field with remote members; nil, with a diagnostic, if it has no members to fill.
  private mutating func remoteModel(
    of field: Field, owner: TypeDeclaration, _ indexes: [String: Int]
  ) -> TypeDeclaration? {
    let location = field.remoteMembers[0].location
    guard field.transformer == nil, !field.isLazy,
      case .named(let name) = resolved(field.type, indexes), let index = indexes[name],
      case .object = types[index].kind
    else {
      report(
        .invalidAnnotation,
        "'\(field.name)' of '\(owner.name)' holds no model of this run whose members could stand "
          + "elsewhere",
        mend: "Use it above a field whose type is an object, without transformer and not lazy.",
        at: location)
      return nil
    }
    guard owner.features.contains(.coding) else {
      report(
        .invalidAnnotation, "'\(owner.name)' is not read from documents: it has no 'coding'",
        mend: "Include 'coding', or remove the annotation.", at: location)
      return nil
    }
    return types[index]
  }

  /// The place of a member in a model's own document.
  private mutating func keyPath(
    of member: RemoteMember, in model: TypeDeclaration, _ indexes: [String: Int]
  ) -> [String]? {
    var model = model
    var path: [String] = []
    var names = member.target[...]
    while let name = names.popFirst() {
      guard let field = self.field(name, of: model, for: member) else { return nil }
      // The model itself may find the member elsewhere in its document.
      if let moved = field.remoteMembers.first(where: { $0.target[...] == names }) {
        return path + moved.keyPath
      }
      path += field.keyPath
      guard let next = names.first else { break }
      guard field.transformer == nil, !field.isLazy,
        case .named(let type) = resolved(field.type, indexes), let index = indexes[type],
        case .object = types[index].kind
      else {
        report(
          .invalidAnnotation,
          "'\(name)' of '\(model.name)' holds no model, so there is no '\(next.printable)' in it",
          mend: "End the path with '\(name)'.", at: member.location)
        return nil
      }
      model = types[index]
    }
    return path
  }

  private mutating func field(
    _ name: String, of model: TypeDeclaration, for member: RemoteMember
  ) -> Field? {
    guard case .object(let object) = model.kind else { return nil }
    if let field = object.fields.first(where: { $0.name == name }) { return field }
    let names = object.fields.map(\.name)
    let byKey = object.fields.first { $0.keyPath == [name] }?.name
    let near = byKey ?? NearestName.find(name, among: names)
    report(
      .invalidAnnotation, "'\(model.name)' has no field '\(name.printable)'",
      mend: near.map { "Did you mean '\($0)'?" }
        ?? "Its fields are \(names.map { "'\($0)'" }.joined(separator: ", ")).",
      at: member.location)
    return nil
  }
}
