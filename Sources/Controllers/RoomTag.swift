/// How the account sorts one of its rooms: among its favourites, below all others, or neither.
///
/// Source: Matrix client-server API, "Room Tagging".
package enum RoomTag: Hashable, Sendable {
  case none
  case favourite
  case lowPriority
}
