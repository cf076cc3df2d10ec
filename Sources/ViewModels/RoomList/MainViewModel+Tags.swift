import Controllers
import Models
import Signals

extension MainViewModel {
  /// Makes a room a favourite, or no longer one; `tell` says what came of it.
  public func toggleFavourite(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    let isFavourite = row.isFavourite
    set(
      isFavourite ? .none : .favourite, row,
      isFavourite ? "is no favourite any more" : "is a favourite", tell)
  }

  /// Gives a room a low priority, or no longer; `tell` says what came of it.
  public func toggleLowPriority(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    let isLow = row.isLowPriority
    set(
      isLow ? .none : .lowPriority, row,
      isLow ? "has no low priority any more" : "has a low priority", tell)
  }

  private func set(
    _ tag: RoomTag, _ row: RoomRowViewModel, _ words: String, _ tell: @escaping (String) -> Void
  ) {
    let name = row.content.value.nameText
    _ = session.rooms.setTag(tag, row.roomID).handled(
      completed: { tell("\(name) \(words); the same key takes that back") },
      failed: { tell(ErrorSentences.text($0)) }
    ).detached()
  }
}

extension RoomRowViewModel {
  /// Whether the account has tagged the room.
  public var isFavourite: Bool { room.isFavourite }
  /// Whether the account has tagged the room as one of low priority.
  public var isLowPriority: Bool { room.isLowPriority }
}
