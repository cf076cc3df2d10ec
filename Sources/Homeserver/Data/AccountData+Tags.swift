import GRDB
import ModelKit

extension AccountData {
  private static let tagType = "m.tag"
  /// The maximum number of tags of a room.
  private static let tagLimit = 100

  func setTag(_ request: Request, _ requester: Requester) async throws -> Response {
    let content = try await request.bodyObject()
    return try await change(request, requester) { tags, tag in
      tags[tag] = .object(content)
      guard tags.count <= Self.tagLimit else {
        throw MatrixError.tooLarge("a room may have \(Self.tagLimit) tags")
      }
    }
  }

  func removeTag(_ request: Request, _ requester: Requester) async throws -> Response {
    try await change(request, requester) { tags, tag in tags[tag] = nil }
  }

  func tags(_ request: Request, _ requester: Requester) async throws -> Response {
    try checkOwn(request, requester)
    let room: RoomID = try request.identifier("room")
    let tags = try await store.read { database in
      try Self.tags(of: requester.user, room: room, in: database)
    }
    return .json(JSONValue.object(["tags": .object(tags)]))
  }

  private func change(
    _ request: Request, _ requester: Requester,
    _ body: @escaping @Sendable (inout JSONObject, String) throws -> Void
  ) async throws -> Response {
    try checkOwn(request, requester)
    let room: RoomID = try request.identifier("room")
    let tag = try name("tag", of: request)
    try await store.write { context in
      let database = context.database
      guard try MembershipRow.read(of: requester.user, in: room, from: database) != nil else {
        throw MatrixError.forbidden("only users with a membership in the room can tag it")
      }
      let before = try Self.tags(of: requester.user, room: room, in: database)
      var tags = before
      try body(&tags, tag)
      guard tags != before else { return }
      try AccountDataRows.set(
        Self.tagType, of: requester.user, room: room, to: ["tags": .object(tags)], in: context)
    }
    return .empty
  }

  /// The tags, without other members that a client put beside them.
  private static func tags(
    of user: UserID, room: RoomID, in database: Database
  ) throws -> JSONObject {
    let content = try AccountDataRows.content(tagType, of: user, room: room, in: database)
    return try content.map { try JSONValue($0) }?["tags"]?.object ?? [:]
  }
}
