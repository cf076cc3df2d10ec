extension ValidationRun {
  /// Checks a model whose members stand elsewhere in the document, as decoding puts it together.
  ///
  /// - Returns: whether there are such members; without them it is a field like any other.
  mutating func checkRemote(_ field: Field, in object: LocatedJSON) -> Bool {
    let found = field.remoteMembers.compactMap { member in
      find(member.keyPath[...], in: object).map { (member: member, value: $0) }
    }
    guard !found.isEmpty else { return false }
    let places = [field.keyPath] + field.legacyKeyPaths
    let place = places.first { find($0[...], in: object) != nil }
    let own = place.flatMap { find($0[...], in: object) }.flatMap { $0.isNull ? nil : $0 }
    // Something other than an object cannot take up members; it is an error by itself.
    let whole = found.reduce(own ?? LocatedJSON(.object([]), range: object.range)) {
      $0.putting($1.value, at: $1.member.targetKeyPath[...])
    }
    let steps = (place ?? field.keyPath).map(Step.key)
    let start = issues.count
    partially(own == nil) { run in
      run.at(steps[...]) { $0.check(whole, of: field) }
    }
    for (member, value) in found {
      movePaths(
        from: start, in: value, below: steps + member.targetKeyPath.map(Step.key),
        to: member.keyPath.map(Step.key))
    }
    return true
  }

  private mutating func at(
    _ steps: ArraySlice<Step>, _ body: (inout ValidationRun) -> Void
  ) {
    guard let step = steps.first else { return body(&self) }
    at(step) { $0.at(steps.dropFirst(), body) }
  }
}

extension LocatedJSON {
  /// The object with another value at a path; anything else as it is.
  fileprivate func putting(_ value: LocatedJSON, at path: ArraySlice<String>) -> LocatedJSON {
    guard let key = path.first else { return value }
    guard case .object(var members) = content else { return self }
    let index = members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
    var inner = index.map { members[$0].value }
    if inner?.isNull ?? true { inner = LocatedJSON(.object([]), range: range) }
    guard let filled = inner?.putting(value, at: path.dropFirst()) else { return self }
    if let index {
      members[index].value = filled
    } else {
      members.append(Member(key: key, keyRange: value.range, value: filled))
    }
    return LocatedJSON(.object(members), range: range)
  }
}
