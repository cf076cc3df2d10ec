import Controllers
import MatrixWire
import ModelKit
import Models

extension Endpoint where Response == RawRoomResponse {
  /// Joins a room; the server asks `servers` when it does not know the room.
  static func join(_ aliasOrID: String, via servers: [String]) -> Endpoint {
    // `server_name` is the older name of `via`.
    let query = servers.flatMap { [(name: "via", value: $0), (name: "server_name", value: $0)] }
    return Endpoint(
      .join, .post, path: .client("join", aliasOrID), query: query, isIdempotent: true,
      timeout: .seconds(120))
  }

  /// Asks to be let into a room, in the way of `join`.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/knock/{roomIdOrAlias}`.
  static func knock(_ aliasOrID: String, via servers: [String], reason: String) -> Endpoint {
    let query = servers.flatMap { [(name: "via", value: $0), (name: "server_name", value: $0)] }
    let body: JSONObject = reason.isEmpty ? [:] : ["reason": .string(reason)]
    return Endpoint(
      .knock, .post, path: .client("knock", aliasOrID), query: query, body: .object(body),
      isIdempotent: true, timeout: .seconds(120))
  }

  static func createRoom(_ body: JSONValue) -> Endpoint {
    Endpoint(.createRoom, .post, path: .client("createRoom"), body: body, timeout: .seconds(60))
  }
}

extension Endpoint where Response == Set<String> {
  /// The rooms that the account has joined.
  static func joinedRooms(for operation: Operation) -> Endpoint {
    Endpoint(operation, path: .client("joined_rooms")) { response in
      let rooms = try JSONValue.decode(response.body)["joined_rooms"]?.array
      return Set((rooms ?? []).compactMap(\.string))
    }
  }
}

extension Endpoint where Response == Void {
  static func leave(_ room: RoomID) -> Endpoint {
    Endpoint(
      .leave, .post, path: .client("rooms", room.rawValue, "leave"), isIdempotent: true)
  }

  static func forget(_ room: RoomID) -> Endpoint {
    Endpoint(
      .leave, .post, path: .client("rooms", room.rawValue, "forget"), isIdempotent: true)
  }

  /// Adds a room to a space.
  ///
  /// Source: Matrix client-server API, `m.space.child`.
  ///
  /// - Parameter server: Helps others to join the room; nil takes it out of the space.
  static func setChild(
    _ room: RoomID, of space: RoomID, through server: String?, for operation: Operation
  ) -> Endpoint {
    Endpoint(
      operation, .put,
      path: .client("rooms", space.rawValue, "state", EventType.spaceChild, room.rawValue),
      body: server.map { ["via": [.string($0)]] } ?? [:])
  }

  /// Source: Matrix client-server API, `POST /_matrix/client/v3/rooms/{roomId}/invite`.
  static func invite(_ user: UserID, to room: RoomID, reason: String = "") -> Endpoint {
    var body: JSONObject = ["user_id": .string(user.rawValue)]
    if !reason.isEmpty { body["reason"] = .string(reason) }
    return Endpoint(
      .invite, .post, path: .client("rooms", room.rawValue, "invite"), body: .object(body))
  }

  static func setAccountData(
    _ type: String, of user: UserID, to content: JSONValue, for operation: Operation = .createRoom
  ) -> Endpoint {
    Endpoint(
      operation, .put, path: .client("user", user.rawValue, "account_data", type),
      body: content)
  }
}

extension Endpoint where Response == JSONValue {
  static func accountData(
    _ type: String, of user: UserID, for operation: RequestError.Operation
  ) -> Endpoint {
    Endpoint(operation, path: .client("user", user.rawValue, "account_data", type))
  }
}

extension MatrixNetworkController {
  /// The account's list of direct chats as the server has it now; empty when there is none.
  func directChats(
    of user: UserID, for operation: RequestError.Operation
  ) async throws(RequestError) -> JSONValue {
    try await accountData(EventType.direct, of: user, for: operation)
  }

  /// Data of the account as the server has them now; an empty object when there are none.
  func accountData(
    _ type: String, of user: UserID, for operation: RequestError.Operation
  ) async throws(RequestError) -> JSONValue {
    do throws(RequestError) {
      let content = try await request(.accountData(type, of: user, for: operation))
      return content.object == nil ? .object([:]) : content
    } catch {
      if error.status == 404 { return .object([:]) }
      throw error
    }
  }
}
