import FoundationEssentials
import GRDB
import ModelKit

/// Finds users by id and display name.
///
/// Every user can find every other one: they share a machine.
///
/// Source: Matrix client-server API, "User directory".
struct UserDirectory: Sendable {
  /// The limit of requests that name none.
  private static let usualLimit = 10
  private static let largestLimit = 50
  /// How many accounts are searched.
  private static let capacity = 10_000

  let store: Store

  var routes: [Route] {
    Route.user("POST", "client/user_directory/search") { request, requester in
      let body = try await request.bodyObject()
      guard let value = body["search_term"] else { throw MatrixError.missing("search_term") }
      guard let term = value.string else {
        throw MatrixError.badJSON("'search_term' is not a string")
      }
      let limit = try Self.limit(body["limit"])
      let found = try await store.read { database in
        try Self.people(term, besides: requester.user, limit: limit, in: database)
      }
      return .json(
        [
          "limited": .boolean(found.isLimited),
          "results": .array(found.people.map { .object($0) }),
        ] as JSONValue)
    }
  }

  private static func limit(_ value: JSONValue?) throws -> Int {
    guard let value, value != .null else { return usualLimit }
    guard let limit = value.number?.integer(Int.self), limit >= 0 else {
      throw MatrixError.badJSON("'limit' is not a number of users")
    }
    return min(limit, largestLimit)
  }

  /// The users whose display name or id contains the term, ordered by id.
  private static func people(
    _ term: String, besides user: UserID, limit: Int, in database: Database
  ) throws -> (people: [JSONObject], isLimited: Bool) {
    let term = term.lowercased()
    let people: [JSONObject] = try Row.all(
      database,
      """
      SELECT id, name.json AS name, picture.json AS picture FROM users
      LEFT JOIN profiles AS name ON name.user = id AND name.field = 'displayname'
      LEFT JOIN profiles AS picture ON picture.user = id AND picture.field = 'avatar_url'
      WHERE NOT is_deactivated AND id != ? ORDER BY id LIMIT \(capacity)
      """, [user]
    ) { row in
      let id = row["id"] as String
      let name = try (row["name"] as Data?).map { try JSONValue([UInt8]($0)) }
      guard id.isFound(by: term) || name?.string?.lowercased().contains(term) == true else {
        return nil
      }
      var person: JSONObject = ["user_id": .string(id)]
      person["display_name"] = name
      person["avatar_url"] = try (row["picture"] as Data?).map { try JSONValue([UInt8]($0)) }
      return person
    }
    return (Array(people.prefix(limit)), people.count > limit)
  }
}

extension String {
  /// Whether this user id begins with a lower-case term or has it in its localpart; the server name
  /// is the same for all.
  fileprivate func isFound(by term: String) -> Bool {
    let id = lowercased()
    return id.hasPrefix(term) || id.dropFirst().hasPrefix(term)
      || id.dropFirst().prefix { $0 != ":" }.contains(term)
  }
}
