/// A value that was dropped while the surrounding document was kept.
public struct JSONIssue: Hashable, Sendable {
  /// The location as a path: `$.rooms.join["!a:b"].timeline.events[17].content`.
  public var path: String

  /// The location in bytes from the beginning of the document.
  public var offset: Int

  /// What is wrong.
  public var reason: JSONError.Reason

  /// What is wrong, in one line of English.
  public var message: String { reason.description }

  /// Makes an issue.
  public init(path: String, offset: Int, reason: JSONError.Reason) {
    self.path = path
    self.offset = offset
    self.reason = reason
  }
}

extension JSONIssue: CustomStringConvertible {
  /// Path, offset and message in one line.
  public var description: String { "\(path), byte \(offset): \(message)" }
}
