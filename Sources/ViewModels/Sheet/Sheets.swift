import Signals

/// The list that may be open in front of a screen, and its closing.
final class Sheets {
  /// The list, while one is open.
  let open: Property<SheetViewModel?>

  private let source = MutableProperty<SheetViewModel?>(nil)
  /// What an open list waits for.
  private let work = SerialDisposable()
  private let lifetime = Lifetime()

  init() {
    open = source
    lifetime.add(work)
  }

  /// Shows a list; closing it ends the work for it, and goes back to the list that it is inside of.
  func show(
    _ sheet: SheetViewModel, with work: any Disposable = AnyDisposable(),
    inside parent: SheetViewModel? = nil
  ) {
    sheet.parent = parent
    self.work.inner = work
    source.value = sheet
  }

  /// Goes back from a list.
  func close() {
    work.inner = nil
    source.value = source.value?.parent
  }

  /// Goes back from all lists.
  func closeAll() {
    work.inner = nil
    source.value = nil
  }
}
