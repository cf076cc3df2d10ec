import Controllers
import MatrixWire
import Models

/// Requests all members of a room.
struct MemberList: Sendable {
  let network: MatrixNetworkController
  let store: AccountStore

  func load(_ room: RoomID) async throws(RequestError) {
    let news = store.current.rooms[room]?.memberNews ?? 0
    let response = try await network.request(.joinedMembers(room))
    try await store.change {
      try $0.setMembers(response.value, issues: response.issues, of: room, after: news, $1)
    }
  }
}

extension Endpoint where Response == LenientResponse<RawJoinedMembers> {
  fileprivate static func joinedMembers(_ room: RoomID) -> Endpoint {
    Endpoint(.fetchMembers, path: .client("rooms", room.rawValue, "joined_members"))
  }
}
