import Signals

/// A reusable cell: shows one row view model at a time and asks for a new frame when it changes.
///
/// The cell binds to the row through `flatMap(.latest)`, so that the bindings to the row before end
/// with the swap: a row that is no longer shown never repaints the screen.
final class RowCell<Row: AnyObject> {
  private let rowProperty = MutableProperty<Row?>(nil)
  private let swap: RowSwap
  private let watch: Watch

  /// The row that is shown, or nothing while the cell waits for reuse.
  var row: Row? {
    get { rowProperty.value }
    set {
      guard rowProperty.value !== newValue else { return }
      swap.isUnderWay = true
      rowProperty.value = newValue
      swap.isUnderWay = false
    }
  }

  /// Makes a cell; `bind` names what of a row is shown.
  init(
    changed: @escaping () -> Void,
    bind: (_ row: Property<Row?>, _ watch: Watch) -> Void
  ) {
    let swap = RowSwap()
    // Whoever swaps is drawing already.
    let watch = Watch { if !swap.isUnderWay { changed() } }
    bind(rowProperty, watch)
    self.swap = swap
    self.watch = watch
  }
}

/// Whether a cell is going from one row to the next.
private final class RowSwap {
  var isUnderWay = false
}
