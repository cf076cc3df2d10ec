package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixRoomsController {
  package func markRead(
    _ room: RoomID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard let state = store.current.rooms[room], state.membership == .joined,
        let newest = state.newestOwn, state.needsMark(upTo: newest)
      else { return }
      let voids = try await store.read { try $1.unreadVoids(in: state.number) }
      try await Self.markRead(room, upTo: newest, audience, network)
      for void in voids {
        try await network.request(
          .receipt(void.newest, in: room, ofThread: void.root.rawValue, for: audience))
      }
      try await store.change { contents, tables in
        for void in voids { try tables.clearUnread(ofThread: void.root, in: state.number) }
        return contents.markRead(room, upTo: newest)
      }
    }
  }

  private static func markRead(
    _ room: RoomID, upTo event: EventID, _ audience: ReceiptAudience,
    _ network: MatrixNetworkController
  ) async throws(RequestError) {
    var isForThreads = false
    do throws(RequestError) {
      try await network.request(
        .receipt(event, in: room, ofThread: StoredReceipt.main, for: audience))
    } catch {
      guard error.status == 400 else { throw error }
      // To the server the event belongs to a thread that is none here. A receipt for the whole room is
      // better than a room that stays unread.
      isForThreads = true
    }
    try await network.request(
      .markRead(room, upTo: event, forThreads: isForThreads ? audience : nil))
  }

  package func markRead(
    _ thread: ThreadID, for audience: ReceiptAudience
  ) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard let end = try await store.read({ try $0.unreadEnd(of: thread, $1) }) else { return }
      try await network.request(
        .receipt(end.event, in: thread.room, ofThread: end.root.rawValue, for: audience))
      try await store.change {
        try $0.markRead(thread: end.root, in: thread.room, upTo: end.event, $1)
      }
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
  /// Moves the private read marker to an event, and perhaps a receipt that counts for the room and all
  /// its threads.
  fileprivate static func markRead(
    _ room: RoomID, upTo event: EventID, forThreads audience: ReceiptAudience?
  ) -> Endpoint {
    let event = JSONValue.string(event.rawValue)
    var body: JSONObject = ["m.fully_read": event]
    if let audience { body[audience.receiptType] = event }
    return Endpoint(
      .markRead, .post, path: .client("rooms", room.rawValue, "read_markers"),
      body: .object(body), isIdempotent: true)
  }

  /// Moves a receipt, for a thread or, as `main`, for the room's own history.
  ///
  /// Source: Matrix client-server API, "Threaded read receipts".
  fileprivate static func receipt(
    _ event: EventID, in room: RoomID, ofThread thread: String, for audience: ReceiptAudience
  ) -> Endpoint {
    Endpoint(
      .markRead, .post,
      path: .client("rooms", room.rawValue, "receipt", audience.receiptType, event.rawValue),
      body: .object(["thread_id": .string(thread)]), isIdempotent: true)
  }

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

extension ReceiptAudience {
  /// Source: Matrix client-server API, "Private read receipts".
  fileprivate var receiptType: String {
    switch self {
    case .room: "m.read"
    case .ownDevices: "m.read.private"
    }
  }
}
