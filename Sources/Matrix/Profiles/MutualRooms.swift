import Controllers
import ModelKit
import Models

/// Asks the server for the rooms in common with a person: it also knows those of whose members the account
/// has heard nothing yet.
struct MutualRooms: Sendable {
  /// The pages that are asked for, against a server that never ends.
  private static let mostPages = 20

  let network: MatrixNetworkController

  /// Source: MSC2666, "Get rooms in common with another user".
  func load(
    with user: UserID, by version: ServerOffer.CommonRooms
  ) async throws(RequestError) -> Set<RoomID> {
    var (rooms, token) = (Set<RoomID>(), String?.none)
    for _ in 0..<Self.mostPages {
      let page = try await network.request(
        version == .stable ? .mutualRooms(user, from: token) : .earlyMutualRooms(user, from: token))
      rooms.formUnion((page["joined"]?.array ?? []).compactMap { $0.string.flatMap { RoomID($0) } })
      guard let next = page["next_batch"]?.string, next != token else { break }
      token = next
    }
    return rooms
  }
}

extension Endpoint where Response == JSONValue {
  fileprivate static func mutualRooms(_ user: UserID, from token: String?) -> Endpoint {
    Endpoint(
      .fetchUser, path: ["_matrix", "client", "v1", "mutual_rooms"], query: query(user, token))
  }

  fileprivate static func earlyMutualRooms(_ user: UserID, from token: String?) -> Endpoint {
    Endpoint(
      .fetchUser,
      path: ["_matrix", "client", "unstable", "uk.half-shot.msc2666", "user", "mutual_rooms"],
      query: query(user, token))
  }

  private static func query(_ user: UserID, _ token: String?) -> [(name: String, value: String)] {
    [(name: "user_id", value: user.rawValue)] + (token.map { [(name: "from", value: $0)] } ?? [])
  }
}
