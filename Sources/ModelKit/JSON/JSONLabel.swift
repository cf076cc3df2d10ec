/// A text that the program knows, such as the name of a member.
public struct JSONLabel: Hashable, Sendable, ExpressibleByStringLiteral {
  @usableFromInline let text: String

  /// Keeps a constant text.
  @inlinable
  public init(_ text: StaticString) {
    self.text = text.description
  }

  /// Keeps a literal.
  @inlinable
  public init(stringLiteral value: String) {
    text = value
  }

  /// Keeps the key of a table.
  init(_ key: String) {
    text = key
  }
}

extension JSONLabel: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}
