import Controllers
import Models
import Signals

extension MainViewModel {
  /// Makes a room a favourite, or again what it was before; `tell` says what came of it.
  public func toggleFavourite(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    toggle(.favourite, row, tell)
  }

  /// Gives a room a low priority, or makes it again what it was before; `tell` says what came of it.
  public func toggleLowPriority(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    toggle(.lowPriority, row, tell)
  }

  /// A room has one tag: the key that replaces one also brings it back.
  private func toggle(
    _ tag: RoomTag, _ row: RoomRowViewModel, _ tell: @escaping (String) -> Void
  ) {
    let (id, name, current) = (row.roomID, row.content.value.nameText, row.tag)
    let isSet = tag == .favourite ? row.isFavourite : row.isLowPriority
    let next = isSet ? replacedTags[id] ?? .none : tag
    _ = session.rooms.setTag(next, id).handled(
      completed: { [weak self] in
        self?.replacedTags[id] = isSet || current == .none ? nil : current
        tell("\(name) \(Self.words(next, after: tag)); the same key takes that back")
      },
      failed: { tell(ErrorSentences.text($0)) }
    ).detached()
  }

  private static func words(_ tag: RoomTag, after own: RoomTag) -> String {
    switch (tag, own) {
    case (.favourite, _): "is a favourite"
    case (.lowPriority, _): "has a low priority"
    case (.none, .lowPriority): "has no low priority any more"
    case (.none, _): "is no favourite any more"
    }
  }
}

extension RoomRowViewModel {
  /// Whether the account has tagged the room.
  public var isFavourite: Bool { room.isFavourite }
  /// Whether the account has tagged the room as one of low priority.
  public var isLowPriority: Bool { room.isLowPriority }

  fileprivate var tag: RoomTag {
    if isFavourite { return .favourite }
    return isLowPriority ? .lowPriority : .none
  }
}
