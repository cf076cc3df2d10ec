import Signals
import Terminal
import ViewModels

/// The layouts of recently shown rows; bounded, evicting the older half first.
struct MessageLayoutCache {
  /// Everything that determines a layout, beside the row whose content it is.
  private struct Key: Equatable {
    /// Each page asks a few times for each row: comparing contents was a tenth of the work for it.
    let version: UInt64
    let picture: PictureState
    let columns: MessageColumns
    let shift: Int
  }

  private struct Entry {
    /// Held, so that no other row's content takes its place in the cache.
    let content: Property<MessageRowContent>
    let key: Key
    let layout: MessageLayout
  }

  private static let generationSize = 400
  private var recent: [ObjectIdentifier: Entry] = [:]
  private var older: [ObjectIdentifier: Entry] = [:]

  /// The number of cache misses, for tests.
  private(set) var missCount = 0

  /// The number of cached layouts.
  var count: Int { recent.count + older.count }

  /// The layout of a row's content, rebuilt only when something that determines it changes.
  ///
  /// - Parameter shift: The columns at the left that are left out of tables that do not fit.
  mutating func layout(
    of content: Property<MessageRowContent>, picture: PictureState, columns: MessageColumns,
    shift: Int = 0
  ) -> MessageLayout {
    let id = ObjectIdentifier(content)
    let key = Key(version: content.version, picture: picture, columns: columns, shift: shift)
    if let entry = recent[id], entry.key == key { return entry.layout }
    if let entry = older[id], entry.key == key {
      keep(entry, for: id)
      return entry.layout
    }
    missCount += 1
    let layout = MessageLayoutBuilder.layout(
      content.value, picture: picture, columns: columns, shift: shift)
    keep(Entry(content: content, key: key, layout: layout), for: id)
    return layout
  }

  private mutating func keep(_ entry: Entry, for id: ObjectIdentifier) {
    if recent.count >= Self.generationSize {
      older = recent
      recent = [:]
    }
    recent[id] = entry
  }
}
