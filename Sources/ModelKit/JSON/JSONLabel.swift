/// A constant text of the program, such as the name of a member, compared by content.
public struct JSONLabel: Sendable, ExpressibleByStringLiteral {
  @usableFromInline let text: StaticString

  /// Keeps a text.
  @inlinable
  public init(_ text: StaticString) {
    self.text = text
  }

  /// Keeps a literal.
  @inlinable
  public init(stringLiteral value: StaticString) {
    text = value
  }
}

extension JSONLabel: Hashable, CustomStringConvertible {
  /// The text.
  public var description: String { text.description }

  /// Compares the texts.
  public static func == (left: JSONLabel, right: JSONLabel) -> Bool {
    left.description == right.description
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
