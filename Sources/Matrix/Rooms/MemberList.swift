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
    // Most rooms have none, and their events are long.
    let hasInvited = (store.current.rooms[room]?.invitedCount ?? 0) > 0
    let invited = hasInvited ? try await network.request(.invited(to: room)).value.chunk : []
    try await store.change {
      try $0.setMembers(
        response.value, invited: invited, issues: response.issues, of: room, after: news, $1)
    }
  }
}

extension Endpoint where Response == LenientResponse<RawJoinedMembers> {
  fileprivate static func joinedMembers(_ room: RoomID) -> Endpoint {
    Endpoint(.fetchMembers, path: .client("rooms", room.rawValue, "joined_members"))
  }
}
