import Terminal
import ViewModels

/// The layouts of the rows that were shown lately; bounded, oldest half dropped first.
struct MessageLayoutCache {
  /// All that a layout depends on.
  struct Key: Equatable {
    let content: MessageRowContent
    let picture: PictureState
    let columns: MessageColumns
  }

  private struct Entry {
    let key: Key
    let layout: MessageLayout
  }

  private static let generationSize = 400
  private var recent: [RowID: Entry] = [:]
  private var older: [RowID: Entry] = [:]

  /// How often a layout had to be made, for tests.
  private(set) var missCount = 0

  /// The number of layouts that are kept.
  var count: Int { recent.count + older.count }

  /// The layout of a row, made anew only when something that it depends on has changed.
  mutating func layout(of id: RowID, _ key: Key) -> MessageLayout {
    if let entry = recent[id], entry.key == key { return entry.layout }
    if let entry = older[id], entry.key == key {
      keep(entry, for: id)
      return entry.layout
    }
    missCount += 1
    let layout = MessageLayoutBuilder.layout(
      key.content, picture: key.picture, columns: key.columns)
    keep(Entry(key: key, layout: layout), for: id)
    return layout
  }

  private mutating func keep(_ entry: Entry, for id: RowID) {
    if recent.count >= Self.generationSize {
      older = recent
      recent = [:]
    }
    recent[id] = entry
  }
}
