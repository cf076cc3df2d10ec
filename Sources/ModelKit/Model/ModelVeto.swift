/// The error of a write that a type's will-change hook refused.
public struct ModelVeto: Error, Hashable, Sendable {
  /// The name of the type in its schema.
  public let type: String
  /// The text form of the row's identifier.
  public let id: String

  /// Names the row whose change was refused.
  public init(type: String, id: String) {
    self.type = type
    self.id = id
  }
}
