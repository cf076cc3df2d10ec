package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// The directory, and the rooms of spaces.
extension MatrixRoomsController {
  package func publicRooms(
    _ words: String, after token: String?
  ) -> Signal<FoundRooms, RequestError> {
    .from { [network] () async throws(RequestError) -> FoundRooms in
      let page = try await network.request(.publicRooms(words, after: token)).value
      return FoundRooms(page.rooms, next: page.nextBatch)
    }
  }

  package func rooms(of space: RoomID, after token: String?) -> Signal<FoundRooms, RequestError> {
    .from { [network] () async throws(RequestError) -> FoundRooms in
      let page = try await network.request(.hierarchy(of: space, after: token)).value
      return FoundRooms(page.rooms.filter { $0.roomID != space.rawValue }, next: page.nextBatch)
    }
  }
}

extension Endpoint where Response == LenientResponse<RawPublicRooms> {
  /// The most rooms of a page.
  fileprivate static var pageSize: Int { 50 }

  /// Searches the directory of the account's server.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/publicRooms`.
  fileprivate static func publicRooms(_ words: String, after token: String?) -> Endpoint {
    var body: JSONObject = ["limit": .number(JSONNumber(pageSize))]
    if !words.isEmpty { body["filter"] = ["generic_search_term": .string(words)] }
    if let token { body["since"] = .string(token) }
    return Endpoint(
      .findRooms, .post, path: .client("publicRooms"), body: .object(body), isIdempotent: true
    ) { response in
      try LenientResponse(response.body)
    }
  }
}

extension Endpoint where Response == LenientResponse<RawHierarchy> {
  /// The rooms of a space, but not those of the spaces in it.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v1/rooms/{roomId}/hierarchy`.
  fileprivate static func hierarchy(of space: RoomID, after token: String?) -> Endpoint {
    var query = [(name: "max_depth", value: "1"), (name: "limit", value: "50")]
    if let token { query.append((name: "from", value: token)) }
    return Endpoint(
      .findRooms, path: ["_matrix", "client", "v1", "rooms", space.rawValue, "hierarchy"],
      query: query, timeout: .seconds(60))
  }
}

extension FoundRooms {
  /// The rooms of a page that can be shown.
  fileprivate init(_ rooms: [RawPublicRoom], next: String?) {
    self.init(
      rooms: rooms.prefix(Limits.foundRooms).compactMap { FoundRoom($0) },
      next: next.flatMap { (1...Limits.name).contains($0.utf8.count) ? $0 : nil })
  }
}

extension FoundRoom {
  fileprivate init?(_ raw: RawPublicRoom) {
    guard let id = RoomID(raw.roomID) else { return nil }
    self.init(
      id: id, name: raw.name?.nonEmpty(cutToBytes: Limits.name),
      topic: raw.topic?.nonEmpty(cutToBytes: Limits.topic),
      alias: raw.alias.flatMap { RoomAlias($0) },
      joinedCount: max(0, raw.joinedCount ?? 0), isSpace: raw.roomType == "m.space",
      entry: Entry(joinRule: raw.joinRule))
  }
}

extension FoundRoom.Entry {
  /// A directory without the rule lists rooms that everybody may join.
  fileprivate init(joinRule: String?) {
    switch joinRule {
    case "public", "restricted", nil: self = .join
    case "knock": self = .knock
    case "knock_restricted": self = .joinOrKnock
    default: self = .invite
    }
  }
}
