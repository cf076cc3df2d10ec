import MatrixWire
import ModelKit
import Models

/// The rooms of a space.
///
/// Source: Matrix client-server API, "Spaces".
extension RoomState {
  /// Takes over that the space contains a room, or no longer.
  mutating func apply(child event: RawEvent) {
    guard let room = event.stateKey.flatMap({ RoomID($0) }) else { return }
    children.removeAll { $0.room == room }
    let servers = event.content["via"]?.array ?? []
    guard !servers.isEmpty, children.count < Limits.spaceChildren else { return }
    let child = SpaceChild(
      room: room, order: event.content["order"]?.string.flatMap { $0.isSpaceOrder ? $0 : nil },
      time: event.timestamp)
    children.insert(child, at: children.firstIndex { child.isBefore($0) } ?? children.count)
  }
}

extension SpaceChild {
  /// Source: Matrix client-server API, "Ordering of children within a space".
  fileprivate func isBefore(_ other: SpaceChild) -> Bool {
    switch (order, other.order) {
    case (let own?, let other?) where own != other:
      return own.utf8.lexicographicallyPrecedes(other.utf8)
    case (_?, nil): return true
    case (nil, _?): return false
    default: break
    }
    return (time, room.rawValue) < (other.time, other.room.rawValue)
  }
}

extension String {
  /// Whether the text may sort the rooms of a space: up to 50 printable characters of ASCII.
  fileprivate var isSpaceOrder: Bool {
    utf8.count <= 50 && utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
