/// Tells the parts of the server what happens to accounts.
struct Newcomers: ProfileListener {
  let rooms: Rooms
  /// Nil when newcomers find nothing.
  let welcome: Welcome?

  func userAdded(_ user: UserID, in context: WriteContext) throws {
    try welcome?.greet(user, in: context)
  }

  func profileChanged(of user: UserID, in context: WriteContext) throws {
    try rooms.profileChanged(of: user, in: context)
  }

  func userDeactivated(_ user: UserID, in context: WriteContext) throws {
    try rooms.userDeactivated(user, in: context)
  }
}
