import ModelSchema

/// Where in a document a byte is, as a JSON path.
enum DocumentPlace {
  /// The diagnostic with path and byte offset in front of its message.
  static func described(
    _ diagnostic: Diagnostic, in document: LocatedJSON?, of file: SourceFile
  ) -> Diagnostic {
    var result = diagnostic
    let line = file.line(diagnostic.location.line)
    let offset = line.startIndex + diagnostic.location.column - 1
    let path = document.map { Self.path(of: offset, in: $0) } ?? "$"
    result.message = "\(path) (byte \(offset)): \(diagnostic.message)"
    return result
  }

  /// The path of the innermost value that holds the byte.
  static func path(of offset: Int, in document: LocatedJSON) -> String {
    var path = "$"
    var value = document
    while let (step, inner) = step(towards: offset, in: value) {
      path += step
      value = inner
    }
    return path
  }

  private static func step(
    towards offset: Int, in value: LocatedJSON
  ) -> (String, LocatedJSON)? {
    switch value.content {
    case .array(let elements):
      guard let place = elements.firstIndex(where: { $0.range.contains(offset) }) else {
        return nil
      }
      return ("[\(place)]", elements[place])
    case .object(let members):
      let member = members.first {
        $0.keyRange.contains(offset) || $0.value.range.contains(offset)
      }
      return member.map { (step(to: $0.key), $0.value) }
    default: return nil
    }
  }

  private static func step(to key: String) -> String {
    SwiftName.isIdentifier(key) ? ".\(key)" : "[\(JSONTree.quoted(key))]"
  }
}
