/// A member of a model that stands elsewhere in the document of the type that holds the model.
public struct RemoteMember: Sendable {
  /// Its key path in the outer document, with dots.
  let label: JSONLabel

  /// Its place in the model's own document, outermost key first.
  let path: [String]

  /// Makes a member.
  public init(_ label: JSONLabel, to path: [String]) {
    self.label = label
    self.path = path
  }
}
