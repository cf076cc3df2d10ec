package import Models
package import Signals

/// The message history of rooms.
package protocol TimelineController: Sendable {
  /// The loaded part of a room's history with unsent messages at its end: the current value at
  /// once, then each change.
  func timeline(of room: RoomID) -> Signal<Timeline, Never>

  /// Requests one page of older messages and adds it to the timeline; completes when the timeline
  /// includes it.
  ///
  /// Completes at once when the start of the room is already loaded.
  func loadOlder(in room: RoomID) -> Signal<Void, RequestError>
}
