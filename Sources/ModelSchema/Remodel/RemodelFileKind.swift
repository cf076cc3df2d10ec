/// What a file declares, by its extension.
package enum RemodelFileKind: String, CaseIterable, Hashable, Sendable {
  /// `.value`: a type with fields.
  case value
  /// `.adtValue`: a type with cases.
  case algebraic = "adtValue"
  /// `.object`: in Objective-C a type with fields that is not compared by value; in Swift
  /// equivalent to `.value`.
  case object

  package init?(path: String) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: String(name[name.index(after: dot)...]))
  }

  /// The name of the file that sets the features of all such files in its folder and below.
  package var configurationName: String {
    switch self {
    case .value: ".valueObjectConfig"
    case .algebraic: ".algebraicTypeConfig"
    case .object: ".objectConfig"
    }
  }
}
