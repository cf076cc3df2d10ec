package import Models

/// What a message said over time.
package struct MessageVersions: Hashable, Sendable {
  /// One text of the message.
  package struct Version: Hashable, Sendable {
    /// When it was sent.
    package var timestamp: Timestamp
    /// What it said.
    package var content: MessageContent

    /// Creates a version.
    package init(timestamp: Timestamp, content: MessageContent) {
      self.timestamp = timestamp
      self.content = content
    }
  }

  /// Newest first.
  package var versions: [Version]
  /// Whether these are all; otherwise older ones are missing, but not the original.
  package var isComplete: Bool

  /// Creates a list, by default a complete one.
  package init(versions: [Version], isComplete: Bool = true) {
    self.versions = versions
    self.isComplete = isComplete
  }
}
