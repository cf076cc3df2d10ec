import Controllers
import MatrixWire
import Models

/// Finds and makes direct chats: one after the other, so that neither a second room for the same
/// person is made nor an entry of `m.direct` is lost between two changes.
actor DirectRooms {
  private let network: MatrixNetworkController
  private let store: AccountStore
  private var last: Task<Void, Never>?

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  /// The chat that exists, else a new one.
  ///
  /// Goes on when the caller no longer waits: a room half made would be made again.
  func room(with user: UserID) async throws(RequestError) -> RoomID {
    guard user != store.userID else {
      throw RequestError(operation: .createRoom, reason: .invalidInput(user.rawValue))
    }
    let previous = last
    let work = Task { [network, store] () -> Result<RoomID, RequestError> in
      await previous?.value
      do throws(RequestError) {
        return .success(try await Self.findOrMake(user, network, store))
      } catch {
        return .failure(error)
      }
    }
    last = Task { _ = await work.value }
    return try await work.value.get()
  }

  private static func findOrMake(
    _ user: UserID, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) -> RoomID {
    if let room = store.current.directRoom(with: user) { return room }
    // The server's list may be newer than the store's.
    let list = try await network.directChats(of: store.userID, for: .createRoom)
    await store.change { contents in
      var changes = StoreChanges()
      contents.applyDirect(list, &changes)
      return changes
    }
    if let room = store.current.directRoom(with: user) { return room }
    let body: [String: JSONValue] = [
      "preset": .string("trusted_private_chat"), "is_direct": .bool(true),
      "invite": .array([.string(user.rawValue)]),
    ]
    let room = try await network.request(.createRoom(.object(body))).room(.createRoom)
    await mark(room, as: user, network, store)
    return room
  }

  /// Adds the room to `m.direct`.
  ///
  /// The room exists already: a failure here must not make the caller try again and make a second
  /// one, so it only leaves the room unmarked.
  private static func mark(
    _ room: RoomID, as user: UserID, _ network: MatrixNetworkController, _ store: AccountStore
  ) async {
    do throws(RequestError) {
      var list = try await network.directChats(of: store.userID, for: .createRoom).object ?? [:]
      let rooms = list[user.rawValue]?.array ?? []
      list[user.rawValue] = .array(rooms + [.string(room.rawValue)])
      let content = JSONValue.object(list)
      try await network.request(.setAccountData(EventType.direct, of: store.userID, to: content))
      await store.change { contents in
        var changes = StoreChanges()
        contents.applyDirect(content, &changes)
        return changes
      }
    } catch {
      // See above.
    }
  }
}

extension StoreContents {
  /// The joined direct chat with a person that was used last.
  func directRoom(with user: UserID) -> RoomID? {
    let candidates = (direct[user] ?? []).compactMap { rooms[$0] }.filter { room in
      guard room.membership == .joined, !room.isSpace else { return false }
      let other = room.members[user]?.membership
      return other == nil || other == .join || other == .invite
    }
    return candidates.max {
      ($0.history.lastActivity?.milliseconds ?? 0, $0.id.rawValue)
        < ($1.history.lastActivity?.milliseconds ?? 0, $1.id.rawValue)
    }?.id
  }
}
