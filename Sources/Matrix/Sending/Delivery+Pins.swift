import Controllers
import MatrixWire
import ModelKit
import Models

extension Delivery {
  /// How often a list is written at most, when others change it at the same time.
  private static var mostWrites: Int { 3 }

  /// Changes the list of pins that the server has now; nil when it is as wanted already.
  ///
  /// A server has no write that depends on what it replaces. So the state that was replaced is looked at
  /// afterwards: a pin that somebody set between reading and writing comes back.
  func response(
    to change: PinChange, in room: RoomID
  ) async throws(RequestError) -> RawSendResponse? {
    var base = try await network.pins(in: room)
    guard var list = change.applied(to: base) else { return nil }
    for _ in 1..<Self.mostWrites {
      let response = try await network.request(.setPins(list, in: room))
      guard let event = response.eventID.flatMap({ EventID($0) }),
        let replaced = await replaced(by: event, in: room), replaced["pinned"] != base["pinned"]
      else { return response }
      base = list
      list = change.applied(to: replaced) ?? replaced
    }
    return try await network.request(.setPins(list, in: room))
  }

  /// The list that a change replaced; nil when the server does not tell it now, since the change stands.
  private func replaced(by event: EventID, in room: RoomID) async -> JSONObject? {
    let response = try? await network.request(.context(of: event, in: room, limit: 0))
    guard let found = response?.value.event, found.type == EventType.pinnedEvents else {
      return nil
    }
    return found.unsigned?.previousContent
  }
}

extension MatrixNetworkController {
  /// The room's list of pinned messages as the server has it now; empty when there is none.
  fileprivate func pins(in room: RoomID) async throws(RequestError) -> JSONObject {
    do throws(RequestError) {
      return try await request(.pins(in: room)).object ?? [:]
    } catch {
      if error.status == 404 { return [:] }
      throw error
    }
  }
}

extension Endpoint where Response == JSONValue {
  /// Source: Matrix client-server API,
  /// `GET /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}`.
  fileprivate static func pins(in room: RoomID) -> Endpoint {
    Endpoint(
      .send, path: .client("rooms", room.rawValue, "state", EventType.pinnedEvents),
      waitsWhenLimited: false)
  }
}

extension Endpoint where Response == RawSendResponse {
  /// Source: Matrix client-server API,
  /// `PUT /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}`.
  fileprivate static func setPins(_ list: JSONObject, in room: RoomID) -> Endpoint {
    Endpoint(
      .send, .put, path: .client("rooms", room.rawValue, "state", EventType.pinnedEvents),
      body: .object(list), waitsWhenLimited: false)
  }
}
