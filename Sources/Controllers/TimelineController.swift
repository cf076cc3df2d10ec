package import Models
package import Signals

/// The history of rooms.
package protocol TimelineController: Sendable {
  /// The loaded part of a room's history with unsent messages at its end: the current one at once,
  /// then each change.
  func timeline(of room: RoomID) -> Signal<Timeline, Never>

  /// Loads one page of older messages into the timeline; completes when they are there.
  ///
  /// Completes at once when the start of the room is loaded.
  func loadOlder(in room: RoomID) -> Signal<Void, RequestError>
}
