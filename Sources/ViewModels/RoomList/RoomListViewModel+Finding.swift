public import Signals

/// Finding a room by some letters of its name: one of the rooms found is marked.
extension RoomListViewModel {
  /// The entry that the answer to the question of a filter opens; nil while there is no such question.
  public var markedEntry: Property<RowID?> { marked }

  /// The invite that an open question is about.
  public var askedEntry: Property<RowID?> { asked }

  /// Shows the rooms whose names contain some words, and marks the first one.
  func find(_ words: String) {
    batch {
      filter(words: words)
      marked.value = RoomWords(words).isEmpty ? nil : firstRow?.id
    }
  }

  /// Marks another one of the rooms found, at most the first or the last.
  func moveMark(by count: Int) {
    guard let row = markedRow, let start = index(of: row.id) else { return }
    let entries = entries.value
    let step = count < 0 ? -1 : 1
    var (index, left, found) = (start + step, abs(count), row)
    while left > 0, entries.indices.contains(index) {
      if case .room(let next) = entries[index] { (found, left) = (next, left - 1) }
      index += step
    }
    marked.value = found.id
  }

  /// The room that is marked; the first one when that has gone.
  var markedRow: RoomRowViewModel? {
    guard let id = marked.value else { return nil }
    guard let index = index(of: id), entries.value.indices.contains(index),
      case .room(let row) = entries.value[index], row.id == id
    else { return firstRow }
    return row
  }

  /// Whether the list shows any room.
  var hasRooms: Property<Bool> {
    entries.map { $0.contains { if case .room = $0 { true } else { false } } }
  }

  func endMark() { marked.value = nil }

  private var firstRow: RoomRowViewModel? {
    for entry in entries.value {
      if case .room(let row) = entry { return row }
    }
    return nil
  }
}
