package import Models

/// The settings of a new room.
package struct NewRoom: Hashable, Sendable {
  /// Who may join without an invite.
  package enum Access: Hashable, Sendable, CaseIterable {
    case nobody
    /// Whoever asks and is let in.
    case whoAsks
    /// The members of the space that the room is in.
    case spaceMembers
    /// Everybody, who also find it in the directory.
    case everybody
  }

  /// The room's name.
  package var name: String
  /// The room's topic; nil for none.
  package var topic: String?
  /// Who may join without an invite.
  package var access: Access
  /// The people to invite at creation.
  package var invited: [UserID]
  /// The part of the address between `#` and the server's name; nil for none.
  package var localAlias: String?
  /// Whether it is a space, which contains rooms instead of messages.
  package var isSpace = false
  /// Whether all messages are encrypted, for good; this program can neither read nor write there.
  package var isEncrypted = false
  /// The space that it becomes a part of.
  package var space: RoomID?

  /// Creates settings; by default the room is private and nobody is invited.
  package init(name: String, topic: String? = nil, isPublic: Bool = false, invited: [UserID] = []) {
    self.name = name
    self.topic = topic
    access = isPublic ? .everybody : .nobody
    self.invited = invited
  }
}
