import Controllers
import Models

/// What a change of the store touched.
struct StoreChanges: Sendable {
  /// Rooms whose list entry or timeline may look different.
  var rooms: Set<RoomID> = []
  /// People of whom something new is known.
  var people: Set<UserID> = []
  /// True when profiles may look different.
  var touchesProfiles = false
  /// True when the push rules are other ones.
  var touchesRules = false
  /// Messages of this device that the server echoed.
  var echoes: [Echo] = []
  /// Messages that have come and of which the push rules tell.
  var arrivals: [NewMessage] = []
  /// How others ended the account's memberships.
  var removals: [OwnRemoval] = []

  /// A message of this device as the server has it.
  struct Echo: Hashable, Sendable {
    let transaction: TransactionID
    let message: Message
  }

  mutating func formUnion(_ other: StoreChanges) {
    rooms.formUnion(other.rooms)
    people.formUnion(other.people)
    touchesProfiles = touchesProfiles || other.touchesProfiles
    touchesRules = touchesRules || other.touchesRules
    echoes += other.echoes
    arrivals += other.arrivals
    removals += other.removals
  }
}
