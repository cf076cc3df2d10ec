import LocalSystem
import Synchronization

/// The recently used rooms, as they are on the disk.
final class RoomCache: Sendable {
  /// Holds roughly 64 MB of state.
  private let rooms = Mutex(LRU<RoomID, RoomSnapshot>(limit: 64 << 20))

  func snapshot(of id: RoomID) -> RoomSnapshot? { rooms.withLock { $0.use(id) } }

  /// Stores what was read or written.
  func take(_ snapshots: [RoomID: RoomSnapshot]) {
    rooms.withLock { rooms in
      for (id, room) in snapshots { rooms.keep(room, for: id, cost: room.stateSize) }
    }
  }
}
