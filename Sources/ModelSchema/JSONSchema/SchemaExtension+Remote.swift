extension SchemaExtension {
  /// What `x-remote` should hold instead of a value; nil if the value is valid.
  static func remoteProblem(_ value: LocatedJSON) -> String? {
    let expected = "an object of key paths with the name of a member each: {\"a.b\": \"name\"}"
    guard case .object(let members) = value.content, !members.isEmpty else { return expected }
    let isValid = members.allSatisfy { member in
      DottedPath.parts(of: member.key) != nil
        && member.value.string.flatMap(DottedPath.parts) != nil
    }
    return isValid ? nil : expected
  }
}

extension SchemaCompiler {
  /// The members of a property's model that `x-remote` finds elsewhere in the document.
  ///
  /// They have the property's location, because the keyword may stand in an overlay or in the
  /// target of a reference.
  func remoteMembers(_ shape: SchemaShape, at location: SourceLocation) -> [RemoteMember] {
    guard case .object(let members)? = shape.extensions["x-remote"]?.content else { return [] }
    return members.compactMap { member in
      // An invalid path is already reported.
      guard let keyPath = DottedPath.parts(of: member.key),
        let target = member.value.string.flatMap(DottedPath.parts)
      else { return nil }
      return RemoteMember(keyPath: keyPath, target: target, location: location)
    }
  }
}
