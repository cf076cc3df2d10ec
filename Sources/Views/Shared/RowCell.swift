import Signals

/// A reusable cell: shows one row view model at a time and requests a frame when it changes.
///
/// A swap ends the bindings of the row before: a row that is no longer shown never repaints the screen.
final class RowCell<Row: AnyObject> {
  private let changed: () -> Void
  private let bind: (_ row: Row, _ watch: Watch) -> Void
  private var watch: Watch?

  /// The shown row, or nil while the cell waits for reuse.
  var row: Row? {
    didSet {
      guard row !== oldValue else { return }
      watch = row.map(watched)
    }
  }

  /// Creates a cell; `bind` watches the properties that the cell shows.
  init(changed: @escaping () -> Void, bind: @escaping (_ row: Row, _ watch: Watch) -> Void) {
    self.changed = changed
    self.bind = bind
  }

  private func watched(_ row: Row) -> Watch {
    // A swap happens while drawing, so it needs no new frame.
    var isBound = false
    let watch = Watch { [changed] in if isBound { changed() } }
    bind(row, watch)
    isBound = true
    return watch
  }
}
