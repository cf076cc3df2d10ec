import Models

/// What a change of the store touched, beside the news of its people.
struct StoreChanges: Sendable {
  /// Rooms whose entry in the list, or whose timeline, may look different.
  var rooms: Set<RoomID> = []
  /// True when profiles may look different.
  var touchesProfiles = false
  /// Messages of this device that the server told of.
  var echoes: [Echo] = []

  /// A message of this device as the server has it.
  struct Echo: Hashable, Sendable {
    let transaction: TransactionID
    let message: Message
  }
}
