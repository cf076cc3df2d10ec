extension Profile {
  /// Creates the profile of a person; nil means unknown.
  package init(
    user: User, friendCount: Int? = nil, commonRooms: [Room] = [], refreshedAt: Timestamp? = nil
  ) {
    self.init(
      id: user.id, user: user, friendCount: friendCount, commonRooms: commonRooms,
      refreshedAt: refreshedAt)
  }
}
