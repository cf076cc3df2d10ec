/// How to name a type that a schema turns out to need.
enum NameContext {
  /// By its full name, which is already claimed.
  case exact(String)
  /// Inside another type, or at the top level if there is none; by its title, or as suggested.
  case nested(scope: String?, suggestion: String)

  /// The context for a part without its own type, such as an element.
  func part(_ suffix: String) -> NameContext {
    switch self {
    case .exact(let name):
      let last = name.split(separator: ".").last.map(String.init) ?? name
      return .nested(scope: Self.scope(of: name), suggestion: last + suffix)
    case .nested(let scope, let suggestion):
      return .nested(scope: scope, suggestion: suggestion + suffix)
    }
  }

  private static func scope(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return String(name[..<dot])
  }
}
