import GRDB

/// What the rooms of a user have still to be told: that the profile is another one, or that the user
/// leaves them all.
///
/// It stands in the database until all rooms were told, a few in a write, so that a user of thousands
/// of rooms does not hold up the writes of others, and a crash leaves no room behind.
enum MemberNews {
  enum Kind: Int, Sendable {
    case profile = 0
    case departure = 1

    /// The memberships of those who are told.
    fileprivate var memberships: StaticString {
      switch self {
      case .profile: "'join'"
      case .departure: "'join', 'invite', 'knock'"
      }
    }
  }

  /// Rooms that are to be told in one write.
  struct Portion: Sendable {
    let user: UserID
    let kind: Kind
    let rooms: [RoomID]
    /// Whether others are told later.
    let isFollowed: Bool
  }

  /// How many rooms are told in a write: some ten milliseconds of the writer.
  static let portionSize = 20

  /// Notes that a user's rooms are to be told.
  ///
  /// - Returns: False when they are being told of an earlier change: those that still wait hear of
  ///   this one as well, and the others do afterwards.
  static func begin(_ kind: Kind, of user: UserID, in context: WriteContext) throws -> Bool {
    let isNew =
      try Int.one(context.database, "SELECT 1 FROM member_news WHERE user = ?", [user]) == nil
    try context.database.run(
      """
      INSERT INTO member_news (user, kind, room, again) VALUES (?, ?, '', 0)
      ON CONFLICT (user) DO UPDATE SET kind = max(kind, excluded.kind), again = 1
      """, [user, kind.rawValue])
    return isNew
  }

  /// The user whose turn comes after that of another; nil when nobody's rooms wait.
  static func next(after user: UserID?, in context: WriteContext) throws -> UserID? {
    try String.one(
      context.database, "SELECT user FROM member_news ORDER BY user <= ?, user LIMIT 1",
      [user?.rawValue ?? ""]
    ).flatMap(UserID.init)
  }

  /// The rooms that are told next, which from then on count as told; nil when there are none.
  ///
  /// - Parameter log: Is told of a row that nobody here has written; it is dropped, or it would be
  ///   found again for ever.
  static func take(
    of user: UserID, in context: WriteContext, log: (String) -> Void
  ) throws -> Portion? {
    let row = try Row.one(context.database, "SELECT * FROM member_news WHERE user = ?", [user])
    guard let row else { return nil }
    guard let kind = Int.fromDatabaseValue(row["kind"]).flatMap(Kind.init) else {
      log("news of \(user.rawValue) are of an unknown kind, and are dropped")
      try drop(user, in: context)
      return nil
    }
    let names = try String.all(
      context.database,
      """
      SELECT room FROM memberships
      WHERE user = ? AND room > ? AND membership IN (\(kind.memberships))
      ORDER BY room LIMIT \(portionSize)
      """, [user, row["room"] as String])
    let isFollowed = names.count == portionSize || row["again"]
    if names.count == portionSize {
      try goOn(user, behind: names.last ?? "", isAgain: row["again"], in: context)
    } else if isFollowed {
      try goOn(user, behind: "", isAgain: false, in: context)
    } else {
      try drop(user, in: context)
    }
    return Portion(
      user: user, kind: kind, rooms: names.compactMap(RoomID.init), isFollowed: isFollowed)
  }

  private static func drop(_ user: UserID, in context: WriteContext) throws {
    try context.database.run("DELETE FROM member_news WHERE user = ?", [user])
  }

  private static func goOn(
    _ user: UserID, behind room: String, isAgain: Bool, in context: WriteContext
  ) throws {
    try context.database.run(
      "UPDATE member_news SET room = ?, again = ? WHERE user = ?", [room, isAgain, user])
  }
}
