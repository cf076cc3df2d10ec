import Controllers
import MatrixWire
import Models

/// Requests all members of a room.
struct MemberList: Sendable {
  let network: MatrixNetworkController
  let store: AccountStore

  func load(_ room: RoomID) async throws(RequestError) {
    let news = store.current.rooms[room]?.memberNews ?? 0
    let answer = try await network.request(.joinedMembers(room))
    await store.change {
      $0.setMembers(answer.value, issues: answer.issues, of: room, after: news)
    }
  }
}

extension Endpoint where Answer == LenientAnswer<RawJoinedMembers> {
  fileprivate static func joinedMembers(_ room: RoomID) -> Endpoint {
    Endpoint(.fetchMembers, path: .client("rooms", room.rawValue, "joined_members"))
  }
}
