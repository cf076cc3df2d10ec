import Signals
import ViewModels

extension TimelineView {
  var selectedID: RowID? { selection.id }

  /// The selected row, if it still exists.
  var selectedRow: MessageRowViewModel? {
    let rows = model.rows.value
    return selection.place(in: rows).map { rows[$0] }
  }

  /// Moves the selection by messages; at the first message, loads older ones.
  func moveSelection(by count: Int) {
    model.stopSearching()
    let rows = selectableRows
    guard !rows.isEmpty else {
      if count < 0 { loadOlder() }
      return
    }
    let index = rows.firstIndex { $0.id == selectedID } ?? rows.count - (count < 0 ? 0 : 1)
    if index + count < 0 { loadOlder() }
    select(rows[min(max(index + count, 0), rows.count - 1)])
  }

  func selectFirst() {
    model.stopSearching()
    if let row = selectableRows.first { select(row) }
    guard model.loadOlder.isEnabled.value || model.loadOlder.isExecuting.value else { return }
    loadOlder()
    notify("There are older messages: the same key goes on to them")
    // The line above the messages tells of the request.
    scroll.reveal(0, in: content(width: drawnWidth), lines: drawnHeight)
    noteScroll()
  }

  func selectLast() {
    if let row = selectableRows.last { select(row) }
    scrollToEnd()
  }

  /// Selects a row, or else the last one, as soon as there are rows.
  func selectWhenFilled(_ row: RowID?) {
    selection.awaited = row.map { .row($0) } ?? .any
    selectAwaited()
  }

  func selectAwaited() {
    guard let awaited = selection.awaited else { return }
    let rows = selectableRows
    guard !rows.isEmpty else { return }
    selection.awaited = nil
    let row = rows.last { awaited == .row($0.id) }
    row.map(select) ?? selectVisible()
  }

  /// Selects the last message in the window unless the selection is already visible.
  func selectVisible() {
    let content = content(width: drawnWidth)
    let visible = Set(
      scroll.slices(of: content, lines: drawnHeight).map { content.id($0.index) })
    if let selectedID, visible.contains(.row(selectedID)) { return }
    let row = selectableRows.last { visible.contains(.row($0.id)) } ?? selectableRows.last
    selection.move(to: row?.id, in: model.rows.value)
    tile.invalidate()
  }

  private var selectableRows: [MessageRowViewModel] {
    model.rows.value.filter(\.isSelectable)
  }

  func select(_ row: MessageRowViewModel) {
    leaveStart()
    selection.move(to: row.id, in: model.rows.value)
    reveal(row)
    tile.invalidate()
  }

  /// Goes to the message at which a jump has ended.
  func land() {
    guard let landing = model.landing.value, landing.number != lastLanding else { return }
    lastLanding = landing.number
    guard let row = landing.row.flatMap(model.row(showing:)) else {
      hasNote = true
      return notify(landing.noteText)
    }
    if hasNote { notify("") }
    hasNote = false
    // These may be other messages than before, of which the last one is not the end.
    if scroll.isAtEnd, model.hasNewer.value { scroll.start(at: .row(row.id)) }
    select(row)
    revealDivider(above: row)
  }

  /// Shows the marker of new messages, or the day, that belongs to a row at the upper edge.
  func revealDivider(above row: MessageRowViewModel) {
    let rows = model.rows.value
    guard let index = rows.lastIndex(where: { $0 === row }), index > 0,
      !rows[index - 1].isSelectable
    else { return }
    let content = content(width: drawnWidth)
    guard let divider = content.index(of: .row(rows[index - 1].id)) else { return }
    // The line above the first rows tells whether older messages are being loaded.
    let place = index == 1 ? 0 : divider
    scroll.reveal(place, in: content, lines: drawnHeight)
    noteScroll()
  }
}

extension MessageRowViewModel {
  /// Whether the selection can stop at the row.
  var isSelectable: Bool {
    switch content.value.kind {
    case .day, .gap, .newMarker: false
    default: true
    }
  }
}
