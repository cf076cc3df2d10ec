import Controllers
import MatrixWire
import ModelKit
import Models

/// Finds and makes direct chats.
///
/// Runs one change at a time, so that no second room is made for the same person and no change of
/// `m.direct` overwrites another.
actor DirectRooms {
  private let network: MatrixNetworkController
  private let store: AccountStore
  private var last: Task<Void, Never>?
  /// Rooms that were made but could not be added to `m.direct` yet, oldest first.
  private var pending: [(room: RoomID, user: UserID)] = []

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  /// The existing chat, else a new one.
  ///
  /// Continues after the caller stops waiting: a half-made room would otherwise be made again.
  func room(with user: UserID) async throws(RequestError) -> RoomID {
    guard user != store.userID else {
      throw RequestError(operation: .createRoom, reason: .invalidInput(user.rawValue))
    }
    let previous = last
    let work = Task { () -> Result<RoomID, RequestError> in
      await previous?.value
      do throws(RequestError) {
        return .success(try await findOrMake(user))
      } catch {
        return .failure(error)
      }
    }
    last = Task { _ = await work.value }
    return try await work.value.get()
  }

  /// Marks a room as a direct chat; a failure is retried after the next sync.
  func mark(_ room: RoomID, with user: UserID) async {
    pending.append((room, user))
    await markPending()
  }

  /// Retries rooms that could not be marked when they were made.
  func markPending() async {
    guard !pending.isEmpty else { return }
    let previous = last
    let work = Task {
      await previous?.value
      await markAll()
    }
    last = work
    await work.value
  }

  private func findOrMake(_ user: UserID) async throws(RequestError) -> RoomID {
    if let room = try await made(for: user) { return room }
    // The server's list may be newer than the store's.
    let list = try await network.directChats(of: store.userID, for: .createRoom)
    try await takeOver(list)
    if let room = try await store.directRoom(with: user) { return room }
    if let room = try await unknownRoom(with: user) { return room }
    let body: JSONObject = [
      "preset": .string("trusted_private_chat"), "is_direct": true,
      "invite": .array([.string(user.rawValue)]),
    ]
    let room = try await network.request(.createRoom(.object(body))).room(.createRoom)
    // The room exists already. A failure to mark it must not make the caller create a second one.
    pending.append((room, user))
    await markAll()
    return room
  }

  /// A joined direct chat that the store does not know yet, because the first syncs have a part of
  /// the rooms.
  private func unknownRoom(with user: UserID) async throws(RequestError) -> RoomID? {
    let contents = store.current
    guard !contents.hasSynced else { return nil }
    let unknown = (contents.direct[user] ?? []).filter { contents.rooms[$0] == nil }
    guard !unknown.isEmpty else { return nil }
    let joined = try await network.request(.joinedRooms(for: .createRoom))
    return unknown.last { room in joined.contains(room.rawValue) }
  }

  private func made(for user: UserID) async throws(RequestError) -> RoomID? {
    if let room = try await store.directRoom(with: user) { return room }
    return pending.last { $0.user == user && store.current.rooms[$0.room]?.membership != .left }?
      .room
  }

  /// Adds the pending rooms to `m.direct`; those that fail stay pending.
  private func markAll() async {
    guard !pending.isEmpty else { return }
    let rooms = pending
    do throws(RequestError) {
      var list = try await network.directChats(of: store.userID, for: .createRoom).object ?? [:]
      for (room, user) in rooms {
        let known = list[user.rawValue]?.array ?? []
        let value = JSONValue.string(room.rawValue)
        if !known.contains(value) { list[user.rawValue] = .array(known + [value]) }
      }
      let content = JSONValue.object(list)
      try await network.request(.setAccountData(EventType.direct, of: store.userID, to: content))
      try await takeOver(content)
      pending.removeFirst(rooms.count)
    } catch {
      // Retried after the next sync.
    }
  }

  private func takeOver(_ list: JSONValue) async throws(RequestError) {
    try await store.change { contents, tables in
      var changes = StoreChanges()
      try contents.applyDirect(list, &changes, tables)
      return changes
    }
  }
}

extension AccountStore {
  /// The most recently used joined direct chat with a person.
  fileprivate func directRoom(with user: UserID) throws(RequestError) -> RoomID? {
    try read { contents, tables in
      let rooms = (contents.direct[user] ?? []).compactMap { contents.rooms[$0] }
      let candidates = try rooms.filter { room in
        guard room.membership == .joined, !room.isSpace else { return false }
        let other = try tables.member(user, of: room.number)?.membership
        return other == nil || other == .join || other == .invite
      }
      return candidates.max {
        ($0.lastActivity?.milliseconds ?? 0, $0.id.rawValue)
          < ($1.lastActivity?.milliseconds ?? 0, $1.id.rawValue)
      }?.id
    }
  }
}
