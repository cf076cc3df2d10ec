import Synchronization

/// The states of the rooms that were used last, as they are on the disk.
final class RoomCache: Sendable {
  /// How many bytes of state are kept in all, roughly.
  private static let capacity = 64 << 20

  private struct Entries {
    var rooms: [RoomID: (snapshot: RoomSnapshot, used: UInt64)] = [:]
    var size = 0
    var clock: UInt64 = 0
  }

  private let entries = Mutex(Entries())

  func snapshot(of id: RoomID) -> RoomSnapshot? {
    entries.withLock { entries in
      entries.clock += 1
      entries.rooms[id]?.used = entries.clock
      return entries.rooms[id]?.snapshot
    }
  }

  /// Takes over what was read or written; the rooms that were not used for long make way.
  func take(_ snapshots: [RoomID: RoomSnapshot]) {
    guard !snapshots.isEmpty else { return }
    entries.withLock { entries in
      entries.clock += 1
      for (id, snapshot) in snapshots {
        entries.size -= entries.rooms[id]?.snapshot.stateSize ?? 0
        entries.size += snapshot.stateSize
        entries.rooms[id] = (snapshot, entries.clock)
      }
      guard entries.size > Self.capacity else { return }
      for (id, entry) in entries.rooms.sorted(by: { $0.value.used < $1.value.used }) {
        guard entries.size > Self.capacity / 2 else { break }
        entries.rooms[id] = nil
        entries.size -= entry.snapshot.stateSize
      }
    }
  }
}
