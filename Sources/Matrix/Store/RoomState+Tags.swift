import MatrixWire
import ModelKit
import Models

/// The tags by which the account sorts its rooms.
///
/// Source: Matrix client-server API, "Room Tagging".
extension RoomState {
  static let favourite = "m.favourite"
  static let lowPriority = "m.lowpriority"

  /// Takes over the tags, all of which an event has.
  mutating func apply(tags content: JSONValue) {
    let tags = content["tags"]?.object
    isFavourite = tags?[Self.favourite] != nil
    isLowPriority = tags?[Self.lowPriority] != nil
  }
}

extension StoreContents {
  /// Records what the server has of the account's tags.
  mutating func setTags(isFavourite: Bool, isLowPriority: Bool, _ id: RoomID) -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    (room.isFavourite, room.isLowPriority) = (isFavourite, isLowPriority)
    put(room)
    return StoreChanges(rooms: [id])
  }
}
