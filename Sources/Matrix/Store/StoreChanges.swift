import Models

/// What a change of the store touched, beside the news about people.
struct StoreChanges: Sendable {
  /// Rooms whose list entry or timeline may look different.
  var rooms: Set<RoomID> = []
  /// True when profiles may look different.
  var touchesProfiles = false
  /// Messages of this device that the server echoed.
  var echoes: [Echo] = []

  /// A message of this device as the server has it.
  struct Echo: Hashable, Sendable {
    let transaction: TransactionID
    let message: Message
  }
}
