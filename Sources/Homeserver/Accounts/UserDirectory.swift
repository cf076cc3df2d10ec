import FoundationEssentials
import GRDB
import ModelKit

/// Finds people by id and name.
///
/// All who have an account may be found by all: they share a machine.
///
/// Source: Matrix client-server API, "User directory".
struct UserDirectory: Sendable {
  /// How many are told where the request does not say.
  private static let usualLimit = 10
  private static let largestLimit = 50
  /// How many accounts are looked at.
  private static let capacity = 10_000

  let store: Store

  var routes: [Route] {
    Route.user("POST", "client/user_directory/search") { request, requester in
      let body = try await request.bodyObject()
      guard let value = body["search_term"] else { throw MatrixError.missing("search_term") }
      guard let term = value.string else {
        throw MatrixError.badJSON("'search_term' is no text")
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
      throw MatrixError.badJSON("'limit' is no number of people")
    }
    return min(limit, largestLimit)
  }

  /// Those whose name or id has the term, in the order of their ids.
  private static func people(
    _ term: String, besides user: UserID, limit: Int, in database: Database
  ) throws -> (people: [JSONObject], isLimited: Bool) {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT id, name.json AS name, picture.json AS picture FROM users
          LEFT JOIN profiles AS name ON name.user = id AND name.field = 'displayname'
          LEFT JOIN profiles AS picture ON picture.user = id AND picture.field = 'avatar_url'
          WHERE NOT is_deactivated AND id != ? ORDER BY id LIMIT \(capacity)
          """), arguments: [user.rawValue])
    let term = term.lowercased()
    var people: [JSONObject] = []
    while let row = try rows.next() {
      let id = row["id"] as String
      let name = try (row["name"] as Data?).map { try JSONValue([UInt8]($0)) }
      guard id.isFound(by: term) || name?.string?.lowercased().contains(term) == true else {
        continue
      }
      if people.count == limit { return (people, true) }
      var person: JSONObject = ["user_id": .string(id)]
      person["display_name"] = name
      person["avatar_url"] = try (row["picture"] as Data?).map { try JSONValue([UInt8]($0)) }
      people.append(person)
    }
    return (people, false)
  }
}

extension String {
  /// Whether a term, in lower case, is part of the name in this user id, or how the id begins: what
  /// stands behind the colon is the same of all.
  fileprivate func isFound(by term: String) -> Bool {
    let id = lowercased()
    return id.hasPrefix(term) || id.dropFirst().hasPrefix(term)
      || id.dropFirst().prefix { $0 != ":" }.contains(term)
  }
}
