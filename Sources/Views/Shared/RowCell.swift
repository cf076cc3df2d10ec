import Signals

/// A reusable cell: shows one row view model at a time and asks for a new frame when it changes.
///
/// The cell binds to the row through `flatMap(.latest)`, so that the bindings to the row before end
/// with the swap: a row that is no longer shown never repaints the screen.
final class RowCell<Row: AnyObject> {
  private let rowProperty = MutableProperty<Row?>(nil)
  private var watch: Watch?

  /// The row that is shown, or nothing while the cell waits for reuse.
  var row: Row? {
    get { rowProperty.value }
    set { if rowProperty.value !== newValue { rowProperty.value = newValue } }
  }

  /// Makes a cell; `bind` names what of a row is shown.
  init(
    changed: @escaping () -> Void,
    bind: (_ row: Property<Row?>, _ watch: Watch) -> Void
  ) {
    let watch = Watch(changed)
    bind(rowProperty, watch)
    self.watch = watch
  }
}
