/// What a client has when it has read a response of sliding sync.
struct SlidingPosition: Sendable {
  /// What the client has of a room.
  struct Room: Sendable {
    /// The client has the room's events up to this position.
    var events: Int64
    /// Likewise the receipts; nil when it has none.
    var receipts: Int64?
    /// Likewise the account data; nil when it has none.
    var accountData: Int64?
    /// How much of the room it has.
    var selection: RoomSelection
  }

  var token: StreamToken
  /// The client has the global account data up to this position; nil when it has none.
  var accountData: Int64?
  var rooms: [RoomID: Room] = [:]

  /// The approximate size in bytes.
  var size: Int {
    var shared: [ObjectIdentifier: Int] = [:]
    for room in rooms.values {
      let state = room.selection.state
      let id = ObjectIdentifier(state)
      if shared[id] == nil { shared[id] = state.size }
    }
    return shared.values.reduce(512 + 200 * rooms.count, +)
  }
}
