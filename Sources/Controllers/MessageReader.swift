package import Models

/// Somebody who has read a message.
package struct MessageReader: Hashable, Sendable {
  /// The person, as the room names them.
  package let user: User
  /// When they last told the room that they read, or wrote.
  package let time: Timestamp

  /// Creates a reader.
  package init(user: User, time: Timestamp) {
    self.user = user
    self.time = time
  }
}
