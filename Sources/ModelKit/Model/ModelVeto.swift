/// A type's will-change hook has refused a write.
public struct ModelVeto: Error, Hashable, Sendable {
  /// The name of the type as its schema has it.
  public let type: String
  /// The text form of the row's identifier.
  public let id: String

  /// Names the row whose change was refused.
  public init(type: String, id: String) {
    self.type = type
    self.id = id
  }
}
