import Controllers
import MatrixWire
import ModelKit
import Models

extension Endpoint where Response == JSONValue {
  /// Source: Matrix client-server API,
  /// `GET /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}`.
  static func state(_ type: String, in room: RoomID, for operation: Operation) -> Endpoint {
    Endpoint(operation, path: .client("rooms", room.rawValue, "state", type))
  }

  /// Source: Matrix client-server API, `GET /_matrix/client/v3/directory/list/room/{roomId}`.
  static func listing(of room: RoomID) -> Endpoint {
    Endpoint(.fetchSettings, path: .client("directory", "list", "room", room.rawValue))
  }

  /// Source: Matrix client-server API, `GET /_matrix/client/v3/directory/room/{roomAlias}`.
  static func room(of alias: RoomAlias) -> Endpoint {
    Endpoint(.changeRoom, path: .client("directory", "room", alias.rawValue))
  }
}

extension Endpoint where Response == LenientResponse<RawEventPage> {
  /// The member events of everybody who has not left.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/rooms/{roomId}/members`.
  static func members(of room: RoomID) -> Endpoint {
    members(of: room, (name: "not_membership", value: "leave"))
  }

  /// The member events of those who are invited.
  static func invited(to room: RoomID) -> Endpoint {
    members(of: room, (name: "membership", value: "invite"))
  }

  private static func members(
    of room: RoomID, _ condition: (name: String, value: String)
  ) -> Endpoint {
    Endpoint(
      .fetchMembers, path: .client("rooms", room.rawValue, "members"), query: [condition],
      timeout: .seconds(60), isLarge: true)
  }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API,
  /// `PUT /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}`.
  static func setState(_ type: String, _ content: JSONValue, in room: RoomID) -> Endpoint {
    Endpoint(.changeRoom, .put, path: .client("rooms", room.rawValue, "state", type), body: content)
  }

  /// Source: Matrix client-server API, `PUT /_matrix/client/v3/directory/list/room/{roomId}`.
  static func setListing(_ isListed: Bool, of room: RoomID) -> Endpoint {
    Endpoint(
      .changeRoom, .put, path: .client("directory", "list", "room", room.rawValue),
      body: ["visibility": .string(isListed ? "public" : "private")])
  }

  /// Source: Matrix client-server API, `PUT /_matrix/client/v3/directory/room/{roomAlias}`.
  static func point(_ alias: RoomAlias, to room: RoomID) -> Endpoint {
    Endpoint(
      .changeRoom, .put, path: .client("directory", "room", alias.rawValue),
      body: ["room_id": .string(room.rawValue)])
  }

  /// Source: Matrix client-server API, `DELETE /_matrix/client/v3/directory/room/{roomAlias}`.
  static func free(_ alias: RoomAlias) -> Endpoint {
    Endpoint(
      .changeRoom, .delete, path: .client("directory", "room", alias.rawValue), isIdempotent: true)
  }

  /// Ends a person's membership, invite or ban.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/rooms/{roomId}/kick`, `/ban` and
  /// `/unban`.
  static func end(
    _ way: String, _ user: UserID, in room: RoomID, reason: String = ""
  ) -> Endpoint {
    var body: JSONObject = ["user_id": .string(user.rawValue)]
    if !reason.isEmpty { body["reason"] = .string(reason) }
    return Endpoint(
      .changePerson, .post, path: .client("rooms", room.rawValue, way), body: .object(body),
      isIdempotent: true)
  }
}
