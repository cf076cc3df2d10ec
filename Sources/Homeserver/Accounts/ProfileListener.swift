/// What rooms do when something of an account changes.
///
/// They are called inside the write that changes the account: rooms follow in the same commit, or
/// nothing happens.
protocol ProfileListener: Sendable {
  /// Somebody made an account.
  func userAdded(_ user: UserID, in context: WriteContext) throws

  /// The name or the picture of a user is another one now.
  func profileChanged(of user: UserID, in context: WriteContext) throws

  /// A user is gone for good and leaves all rooms.
  func userDeactivated(_ user: UserID, in context: WriteContext) throws
}
