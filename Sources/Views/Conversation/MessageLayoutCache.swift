import Terminal
import ViewModels

/// The layouts of recently shown rows; bounded, evicting the older half first.
struct MessageLayoutCache {
  /// Everything that determines a layout.
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

  /// The number of cache misses, for tests.
  private(set) var missCount = 0

  /// The number of cached layouts.
  var count: Int { recent.count + older.count }

  /// The layout of a row, rebuilt only when its key changes.
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
