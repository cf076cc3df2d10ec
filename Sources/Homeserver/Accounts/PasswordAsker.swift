/// Who shows a password: wrong ones are counted, and wait for their turn, apart from those of others.
///
/// Whoever knows a user's name can use up the tries of strangers, who then take turns; the user's own
/// devices keep theirs.
enum PasswordAsker: Hashable, Sendable {
  /// Somebody who names a user and shows nothing else of them.
  case stranger(UserID)
  /// Somebody who names a device of the user too; nobody else is told its id.
  case device(Requester)
  /// Who is signed in, and shows the password once more.
  case member(UserID)
}
