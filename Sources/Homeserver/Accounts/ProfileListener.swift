/// Updates rooms when an account changes.
///
/// The methods run inside the write that changes the account, so both change in the same commit.
protocol ProfileListener: Sendable {
  /// A new account was made.
  func userAdded(_ user: UserID, in context: WriteContext) throws

  /// The display name or the avatar of a user changed.
  func profileChanged(of user: UserID, in context: WriteContext) throws

  /// An account was deactivated; the user leaves all rooms.
  func userDeactivated(_ user: UserID, in context: WriteContext) throws
}
