package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixRoomsController {
  package func markRead(
    _ room: RoomID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    .from { [reports, store] () async throws(RequestError) in
      guard let state = store.current.rooms[room], state.membership == .joined,
        let newest = state.newestOwn, state.needsMark(upTo: newest)
      else { return }
      let isPrivate = audience == .ownDevices
      let voids = try await store.read { try $1.unreadVoids(in: state.number) }
      let reads =
        [OwedRead(room: room, root: nil, event: newest, isPrivate: isPrivate)]
        + voids.map {
          OwedRead(room: room, root: $0.root, event: $0.newest, isPrivate: isPrivate)
        }
      try await store.change { contents, tables in
        for void in voids { try tables.clearUnread(ofThread: void.root, in: state.number) }
        try tables.owe(reads)
        return contents.markRead(room, upTo: newest)
      }
      try await reports.report(reads)
    }
  }

  package func markRead(
    _ thread: ThreadID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    .from { [reports, store] () async throws(RequestError) in
      guard let end = try await store.read({ try $0.unreadEnd(of: thread, $1) }) else { return }
      let read = OwedRead(
        room: thread.room, root: end.root, event: end.event, isPrivate: audience == .ownDevices)
      try await store.change { contents, tables in
        try tables.owe([read])
        return try contents.markRead(thread: end.root, in: thread.room, upTo: end.event, tables)
      }
      try await reports.report([read])
    }
  }

  package func setMarkedUnread(_ isMarked: Bool, _ room: RoomID) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard let state = store.current.rooms[room], state.membership == .joined,
        state.isMarkedUnread != isMarked
      else { return }
      let names =
        !isMarked && state.hasOldMark
        ? [EventType.markedUnread, EventType.oldMarkedUnread] : [EventType.markedUnread]
      for name in names {
        try await network.request(
          .setRoomData(
            name, of: store.userID, in: room, to: .object(["unread": .boolean(isMarked)])))
      }
      try await store.change { contents, _ in contents.setMarkedUnread(isMarked, room) }
    }
  }
}

extension RoomState {
  fileprivate func needsMark(upTo event: EventID) -> Bool {
    fullyRead != event || readReceipt != event || unreadCount > 0 || mentionCount > 0
  }
}

extension Endpoint where Response == Void {
  /// Stores the account's own data about a room.
  fileprivate static func setRoomData(
    _ type: String, of user: UserID, in room: RoomID, to content: JSONValue
  ) -> Endpoint {
    Endpoint(
      .markRead, .put,
      path: .client("user", user.rawValue, "rooms", room.rawValue, "account_data", type),
      body: content)
  }
}
