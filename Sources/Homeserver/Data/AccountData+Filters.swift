import Foundation
import GRDB
import MatrixWire
import ModelKit

extension AccountData {
  /// The maximum number of filters of a user.
  private static let filterLimit = 500
  /// The maximum size of a filter, in bytes.
  private static let filterSizeLimit = 32 << 10

  func addFilter(_ request: Request, _ requester: Requester) async throws -> Response {
    try checkOwn(request, requester)
    let filter = try await request.bodyObject()
    let json = JSONValue.object(filter).encoded()
    guard json.count <= Self.filterSizeLimit else {
      throw MatrixError.tooLarge("a filter may have \(Self.filterSizeLimit) bytes")
    }
    try Self.check(filter, json)
    let id = try await store.write { context in
      try Self.id(of: json, user: requester.user, in: context.database)
    }
    return .json(JSONValue.object(["filter_id": .string(String(id))]))
  }

  /// Checks the parts that a sync ignores too, so that no client comes to rely on nonsense.
  private static func check(_ filter: JSONObject, _ json: [UInt8]) throws {
    _ = try SyncFilter(json: json)
    if let format = filter["event_format"] {
      guard let name = format.string, ["client", "federation"].contains(name) else {
        throw MatrixError.badJSON("event_format must be 'client' or 'federation'")
      }
    }
    if let fields = filter["event_fields"] {
      guard let names = fields.array, names.allSatisfy({ $0.string != nil }) else {
        throw MatrixError.badJSON("event_fields must be a list of strings")
      }
    }
  }

  /// The id of a filter; a filter that is stored already keeps its id.
  private static func id(
    of json: [UInt8], user: UserID, in database: Database
  ) throws -> Int64 {
    let known = try Int64.one(
      database, "SELECT id FROM filters WHERE user = ? AND json = ?", [user, Data(json)])
    if let known { return known }
    let last = try Int64.one(database, "SELECT MAX(id) FROM filters WHERE user = ?", [user])
    let id = (last ?? -1) + 1
    guard id < filterLimit else {
      throw MatrixError.tooLarge("a user may keep \(filterLimit) filters")
    }
    try database.run(
      "INSERT INTO filters (user, id, json) VALUES (?, ?, ?)", [user, id, Data(json)])
    return id
  }

  func filter(_ request: Request, _ requester: Requester) async throws -> Response {
    try checkOwn(request, requester)
    let text = try request.parameter("filter")
    guard let id = Int64(text) else { throw MatrixError.invalid("'\(text)' is not a filter id") }
    let json = try await store.read { try Self.filter(id, of: requester.user, in: $0) }
    guard let json else { throw MatrixError.notFound("there is no such filter") }
    return .json(json)
  }

  /// The JSON of a filter; nil when the user has none with that id.
  static func filter(_ id: Int64, of user: UserID, in database: Database) throws -> [UInt8]? {
    try Data.one(database, "SELECT json FROM filters WHERE user = ? AND id = ?", [user, id])
      .map { [UInt8]($0) }
  }
}
