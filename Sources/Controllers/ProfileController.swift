package import Models
package import Signals

/// What is known of people.
package protocol ProfileController: Sendable {
  /// A person's profile: what is known now at once, then each change. Asks the server nothing.
  func profile(of user: UserID) -> Signal<Profile, Never>

  /// Asks the server for the person and for the members of the rooms that friends are counted in;
  /// emits the new profile, then completes. All observers of `profile(of:)` see it too.
  func refresh(_ user: UserID) -> Signal<Profile, RequestError>
}

/// A person with what the account has in common with them.
package struct Profile: Hashable, Sendable {
  package var user: User
  /// How many friends are counted for the person; nil while unknown.
  ///
  /// For the account itself the distinct people of its direct chats, for another person those of
  /// them who share a room with that person.
  package var friendCount: Int?
  /// Rooms that both are in, as far as known, without spaces.
  package var commonRooms: [Room]
  /// When the server was last asked.
  package var refreshedAt: Timestamp?

  package init(
    user: User, friendCount: Int? = nil, commonRooms: [Room] = [], refreshedAt: Timestamp? = nil
  ) {
    self.user = user
    self.friendCount = friendCount
    self.commonRooms = commonRooms
    self.refreshedAt = refreshedAt
  }
}
