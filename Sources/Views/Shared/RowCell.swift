import Signals

/// A reusable cell: shows one row view model at a time and requests a frame when it changes.
///
/// The cell binds to the row through `flatMap(.latest)`, so a swap ends the previous bindings: a
/// row that is no longer shown never repaints the screen.
final class RowCell<Row: AnyObject> {
  private let rowProperty = MutableProperty<Row?>(nil)
  private let swap: RowSwap
  private let watch: Watch

  /// The shown row, or nil while the cell waits for reuse.
  var row: Row? {
    get { rowProperty.value }
    set {
      guard rowProperty.value !== newValue else { return }
      swap.isUnderWay = true
      rowProperty.value = newValue
      swap.isUnderWay = false
    }
  }

  /// Creates a cell; `bind` watches the properties that the cell shows.
  init(
    changed: @escaping () -> Void,
    bind: (_ row: Property<Row?>, _ watch: Watch) -> Void
  ) {
    let swap = RowSwap()
    // A swap happens while drawing, so it needs no new frame.
    let watch = Watch { if !swap.isUnderWay { changed() } }
    bind(rowProperty, watch)
    self.swap = swap
    self.watch = watch
  }
}

/// Whether the cell is switching rows.
private final class RowSwap {
  var isUnderWay = false
}
