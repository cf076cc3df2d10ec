package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixRoomsController {
  package func setTag(_ tag: RoomTag, _ room: RoomID) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard let state = store.current.rooms[room], state.membership == .joined else { return }
      let (isFavourite, isLow) = (tag == .favourite, tag == .lowPriority)
      let changes = [
        (RoomState.favourite, state.isFavourite, isFavourite),
        (RoomState.lowPriority, state.isLowPriority, isLow),
      ]
      // The new tag first: a room that has both for a moment, or after a failure, has moved.
      for (name, before, after) in changes.sorted(by: { $0.2 && !$1.2 }) where before != after {
        try await network.request(.setTag(name, after, of: store.userID, in: room))
      }
      try await store.change { contents, _ in
        contents.setTags(isFavourite: isFavourite, isLowPriority: isLow, room)
      }
    }
  }
}

extension Endpoint where Response == Void {
  /// Adds a tag to a room of the account, or removes it.
  fileprivate static func setTag(
    _ tag: String, _ isSet: Bool, of user: UserID, in room: RoomID
  ) -> Endpoint {
    Endpoint(
      .tag, isSet ? .put : .delete,
      path: .client("user", user.rawValue, "rooms", room.rawValue, "tags", tag),
      body: isSet ? .object([:]) : nil, isIdempotent: true)
  }
}
