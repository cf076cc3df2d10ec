import GRDB
import ModelKit

/// The rooms that two users have both joined.
struct SharedRooms: Sendable {
  /// The rooms of one response.
  private static let page = 100

  let store: Store

  /// Source: MSC2666, "Get rooms in common with another user".
  var routes: [Route] { Route.user("GET", "/_matrix/client/v1/mutual_rooms", list) }

  private func list(_ request: Request, _ requester: Requester) async throws -> Response {
    guard let name = request.argument("user_id") else { throw MatrixError.missing("user_id") }
    guard let user = UserID(name) else { throw MatrixError.invalid("'user_id' is no user ID") }
    guard user != requester.user else {
      throw MatrixError.invalid("rooms in common are those with somebody else")
    }
    let start = request.argument("from") ?? ""
    let (rooms, count) = try await store.read { database in
      (
        try Self.rooms(of: user, requester.user, after: start, in: database),
        try Self.count(of: user, requester.user, in: database)
      )
    }
    let shown = rooms.prefix(Self.page)
    var response: JSONObject = [
      "joined": .array(shown.map { .string($0) }), "count": .number(JSONNumber(count)),
    ]
    if rooms.count > shown.count, let last = shown.last { response["next_batch"] = .string(last) }
    return .json(JSONValue.object(response))
  }

  private static let both = """
    FROM memberships AS one JOIN memberships AS two ON two.room = one.room
    WHERE one.user = ? AND two.user = ? AND one.membership = 'join' AND two.membership = 'join'
    """

  /// One page after a room's ID and one room more, if there are so many.
  private static func rooms(
    of user: UserID, _ other: UserID, after start: String, in database: Database
  ) throws -> [String] {
    try String.all(
      database, "SELECT one.room \(both) AND one.room > ? ORDER BY one.room LIMIT ?",
      [user, other, start, page + 1])
  }

  private static func count(
    of user: UserID, _ other: UserID, in database: Database
  ) throws -> Int64 {
    try Int64.one(database, "SELECT COUNT(*) \(both)", [user, other]) ?? 0
  }

  static func exist(of user: UserID, _ other: UserID, in database: Database) throws -> Bool {
    try Int64.one(database, "SELECT 1 \(both) LIMIT 1", [user, other]) != nil
  }

  /// Everybody who shares a room with a user.
  static func people(with user: UserID, limit: Int, in database: Database) throws -> [UserID] {
    try String.all(
      database,
      """
      SELECT DISTINCT two.user FROM memberships AS one JOIN memberships AS two ON two.room = one.room
      WHERE one.user = ? AND one.membership = 'join' AND two.membership = 'join' LIMIT ?
      """, [user, limit]
    ).compactMap { UserID($0) }
  }
}
