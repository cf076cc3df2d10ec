package import Models
package import Signals

/// Goes through the history of a room, oldest first, messages of threads among the others.
///
/// Messages of people whom the account ignores are left out.
package protocol HistoryController: Sendable {
  /// The rooms of which this machine keeps messages, also those that the account has left; emits them, then
  /// completes. Needs no network.
  func keptRooms() -> Signal<[Room], RequestError>

  /// What this machine keeps of a room's history after a place, up to a few hundred messages; emits it, then
  /// completes. Needs no network.
  ///
  /// - Parameter place: The end of another part; nil to begin with the oldest message.
  func kept(in room: RoomID, after place: HistoryPlace?) -> Signal<HistoryPart, RequestError>

  /// How much of a room's history this machine keeps; emits it, then completes. Needs no network.
  func keptExtent(of room: RoomID) -> Signal<HistoryExtent, RequestError>

  /// The newest messages of a room, after which nothing is missing: requests those that are not here. Emits
  /// them, then completes.
  ///
  /// Emits fewer where there are no more, and where many pages have nothing to show.
  func newest(_ count: Int, in room: RoomID) -> Signal<HistoryPart, RequestError>

  /// What happens in a room after a place: waits until something has, requests what is missing in between, emits
  /// up to a few hundred entries, and completes.
  func news(in room: RoomID, after place: HistoryPlace) -> Signal<HistoryPart, RequestError>
}

/// A place between two events of a room, for the controller that gave it.
package struct HistoryPlace: Hashable, Sendable {
  package let position: Int64
  /// Tells events apart that have the same position.
  package let number: Int64

  /// Creates a place behind an event.
  package init(position: Int64, number: Int64) {
    (self.position, self.number) = (position, number)
  }
}

/// A part of a room's history.
package struct HistoryPart: Hashable, Sendable {
  /// Oldest first.
  package let entries: [HistoryEntry]
  /// Where the next part begins; nil after the last one.
  package let end: HistoryPlace?

  /// Creates a part.
  package init(entries: [HistoryEntry], end: HistoryPlace?) {
    (self.entries, self.end) = (entries, end)
  }
}

/// Something that happened in a room.
package struct HistoryEntry: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// The message was sent.
    case message
    /// Its sender changed it.
    case edit
    /// Its sender or a moderator removed its content.
    case removal
  }

  /// What happened.
  package let kind: Kind
  /// The message as it is now.
  package let found: FoundMessage

  /// Creates an entry.
  package init(_ kind: Kind, _ found: FoundMessage) {
    (self.kind, self.found) = (kind, found)
  }
}

/// How much of a room's history this machine keeps.
package struct HistoryExtent: Hashable, Sendable {
  /// Whether the server may have messages before the oldest one.
  package let hasOlder: Bool
  /// At how many places in between messages are missing.
  package let gapCount: Int

  /// Creates an extent.
  package init(hasOlder: Bool, gapCount: Int) {
    (self.hasOlder, self.gapCount) = (hasOlder, gapCount)
  }
}
