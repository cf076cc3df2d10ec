/// Which parts of the room list are folded.
nonisolated struct RoomFolds: Equatable, Sendable {
  /// The folded sections.
  var sections: Set<RoomSection> = []
  /// Whether the invites beyond a dozen are shown.
  var showsAllInvites = false
}
