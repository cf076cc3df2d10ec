import GRDB
import ModelKit

extension History {
  func members(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let at = try PageRequest.token("at", request)
    let wanted = request.argument("membership")
    let unwanted = request.argument("not_membership")
    let format = format(for: requester)
    return try await respond(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      let position = min(at ?? .max, access.statePosition)
      let members = try EventRows.state(
        of: access.room, .members, at: position, from: database)
      let chunk = try members.filter { member in
        guard wanted != nil || unwanted != nil else { return true }
        let membership = try member.membership()?.rawValue
        return (wanted == nil || membership == wanted)
          && (unwanted == nil || membership != unwanted)
      }
      return JSONWriter.object { $0.member("chunk", chunk) { format.write($0, to: &$1) } }
    }
  }

  func joinedMembers(_ request: Request, _ requester: Requester) async throws -> Response {
    guard let room = try room(request) else { throw RoomAccess.forbidden }
    return try await respond(requester) { database in
      let row = try MembershipRow.read(of: requester.user, in: room, from: database)
      guard row?.membership == .join else { throw RoomAccess.forbidden }
      let members = try EventRows.state(of: room, .members, from: database)
      return try JSONWriter.object { writer in
        try writer.member("joined") { writer in
          for member in members {
            let content = try member.content().value()
            guard content["membership"]?.string == Membership.join.rawValue else { continue }
            writer.member(member.stateKey ?? "") { writer in
              for (name, field) in [("display_name", "displayname"), ("avatar_url", "avatar_url")] {
                writer.key(name)
                writer.value(content[field]?.string.map(JSONValue.string) ?? .null)
              }
            }
          }
        }
      }
    }
  }

  func joinedRooms(_: Request, _ requester: Requester) async throws -> Response {
    let rooms = try await store.read { database in
      try String.all(
        database, "SELECT room FROM memberships WHERE user = ? AND membership = 'join'",
        [requester.user])
    }
    return .json(JSONValue.object(["joined_rooms": .array(rooms.map(JSONValue.string))]))
  }
}
