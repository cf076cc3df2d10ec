import Synchronization

/// The recently used rooms, as they are on the disk.
final class RoomCache: Sendable {
  /// Holds roughly 64 MB of state.
  private let rooms = Mutex(RecentlyUsed<RoomID, RoomSnapshot>(capacity: 64 << 20))

  func snapshot(of id: RoomID) -> RoomSnapshot? { rooms.withLock { $0.value(for: id) } }

  /// Stores what was read or written.
  func take(_ snapshots: [RoomID: RoomSnapshot]) {
    rooms.withLock { rooms in
      for (id, room) in snapshots { rooms.set(room, for: id, cost: room.stateSize) }
    }
  }
}
