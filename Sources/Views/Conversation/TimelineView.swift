import Signals
import ViewModels

/// The messages of a room.
final class TimelineView {
  /// The items of the list: a line about older history, then the rows.
  enum ItemID: Hashable {
    case history
    case row(RowID)
  }

  /// How the room was opened.
  private enum Opening {
    /// At the end, unless the view model finds out that it opens at its start.
    case atEnd
    /// At its start: the first line stays at the upper edge.
    case atStart
    /// At the place where the last session left it, which still has to be found.
    case atPlace
    /// The user or a jump has chosen the place since.
    case over
  }

  let model: TimelineViewModel
  let tile: Tile
  /// What the last frame showed.
  var window: TimelineWindow?
  var scroll = TimelineScroll<ItemID>()
  /// Shown while the messages have the focus.
  var selection = TimelineSelection()
  /// How far the tables of the selected message have moved sideways.
  var tableShift: TableShift?
  let cells: CellPool<RowID, MessageRowViewModel>
  let pictures = PictureCache()
  private var layouts = MessageLayoutCache()
  /// The size of the last frame, for scrolling by keys.
  private(set) var drawnWidth = 80
  private(set) var drawnHeight = 20
  /// Whether the size is that of a frame.
  private var isDrawn = false
  /// A row that was to be visible when nobody knew yet how much of it is: see `noteDrawing(width:height:)`.
  private var revealed: MessageRowViewModel?
  /// The newest row when the end was last visible.
  private var lastSeenID: RowID?
  /// The new messages below, counted once per version of the rows.
  private var newBelow: NewBelow?
  /// The new messages that were in the window, of those whose beginning nobody has seen.
  var seenNew: Set<RowID> = []
  private var opening = Opening.atEnd
  /// Whether the window of that place may be higher than the last one was.
  private var isUnfilled = false
  /// Whether the page above the window is about to be laid out, and whether more messages may then be
  /// needed.
  private var preparation: (isDue: Bool, loads: Bool) = (false, false)
  var lastLanding = 0
  /// Whether the last landing was a note.
  var hasNote = false
  let notify: (String) -> Void
  private let watch: Watch
  /// In a taller window the rows must not be near both of their ends at once.
  private static let tallestPage = 100

  init(
    model: TimelineViewModel, needsDisplay: @escaping () -> Void,
    notify: @escaping (String) -> Void = { _ in }
  ) {
    self.model = model
    self.notify = notify
    let tile = Tile(needsDisplay: needsDisplay)
    self.tile = tile
    cells = CellPool {
      RowCell(changed: tile.invalidate) { row, watch in
        watch(row.content)
        watch(row.image)
      }
    }
    watch = Watch(tile.invalidate)
    if let row = model.startRow {
      scroll.start(at: .row(row))
      opening = .atPlace
    }
    watch(model.opensAtStart) { [weak self] in self?.hold(start: $0) }
    watch(model.rows) { [weak self] rows in
      self?.newBelow = nil
      self?.findStart()
      self?.land()
      self?.selectAwaited()
      self?.selection.keep(in: rows)
      self?.loadAhead()
    }
    watch(model.historyText)
    watch(model.emptyText)
    watch(model.canJumpBack)
    watch(model.isSeen)
    watch(model.landing) { [weak self] _ in self?.land() }
  }

  /// Layout and cache counts, for tests.
  var layoutMissCount: Int { layouts.missCount }
  var layoutCount: Int { layouts.count }

  /// The messages that arrived below since the end was last visible, here or before the room was opened.
  var arrivedBelow: NewBelow {
    guard !scroll.isAtEnd else { return NewBelow() }
    let edge = lastSeenID == nil ? scroll.anchorID : nil
    if let newBelow, newBelow.start == .init(lastSeen: lastSeenID, edge: edge) { return newBelow }
    let rows = model.rows.value
    var found = NewBelow(start: .init(lastSeen: lastSeenID, edge: edge))
    if let lastSeenID {
      found.count(after: rows.lastIndex { $0.id == lastSeenID }, in: rows)
    } else if let marker = rows.lastIndex(where: \.isNewMarker) {
      let edge = edgeIndex(in: rows)
      found.count(after: max(marker, edge), in: rows)
      // The way to the beginning is that to the marker.
      if marker < edge { found.first = nil }
    }
    newBelow = found
    return found
  }

  /// The index of the row at the lower edge; before all rows, -1.
  private func edgeIndex(in rows: [MessageRowViewModel]) -> Int {
    guard case .row(.row(let id), let index, _) = scroll.anchor else { return -1 }
    return rows.lastIndex { $0.id == id } ?? min(index, rows.count - 1)
  }

  /// Whether there is a first new message to go to.
  var hasNew: Bool { model.hasNewMessages || arrivedBelow.messages > 0 }

  /// Goes to the first new message: that above the window which nobody has seen, or else the first that
  /// arrived below it, or else the first that was new when the room was opened.
  func goToFirstNew() {
    if window?.above == nil, let first = arrivedBelow.first {
      model.stopSearching()
      return select(first)
    }
    model.goToFirstNew()
  }

  /// Scrolls by pages, up when positive; at the top, loads the next older page.
  func scroll(pages: Int) {
    scroll(up: pages * max(drawnHeight - 2, 1))
  }

  /// Scrolls by lines, up when positive.
  func scroll(up lines: Int) {
    model.stopSearching()
    leaveStart()
    let content = content(width: drawnWidth)
    let isTop = scroll.scroll(up: lines, in: content, lines: drawnHeight)
    noteScroll()
    if isTop, lines > 0 { loadOlder() }
    prepareAhead(loads: true)
    tile.invalidate()
  }

  func scrollToEnd() {
    model.stopSearching()
    leaveStart()
    scroll.scrollToEnd()
    model.showNewest()
    noteScroll()
    tile.invalidate()
  }

  /// Records the size of the window being drawn and what is visible in it.
  func noteDrawing(width: Int, height: Int) {
    drawnWidth = width
    drawnHeight = height
    isDrawn = true
    if opening == .atStart {
      showStart(width: width, height: height)
      if scroll.isAtEnd { opening = .atEnd }
      if model.isBehind.value == scroll.isAtEnd { noteScroll() }
    }
    if isUnfilled {
      scroll.scroll(up: 0, in: content(width: width), lines: height)
      isUnfilled = false
    }
    if let row = revealed {
      reveal(row)
      revealDivider(above: row)
    }
    if scroll.isAtEnd { lastSeenID = model.rows.value.last?.id }
  }

  /// Shows the first line, but rather the whole first new message than its sender's name alone at the lower
  /// edge of a small window.
  private func showStart(width: Int, height: Int) {
    let content = content(width: width)
    scroll.scrollToStart(in: content, lines: height)
    let rows = model.rows.value
    guard let marker = rows.lastIndex(where: \.isNewMarker),
      let first = rows[marker...].first(where: \.isSelectable),
      let markerPlace = content.index(of: .row(rows[marker].id)),
      scroll.slices(of: content, lines: height).contains(where: { $0.index == markerPlace }),
      let place = content.index(of: .row(first.id))
    else { return }
    scroll.reveal(place, in: content, lines: height)
  }

  /// Scrolls as little as possible to make a row visible.
  ///
  /// In a room that is opened for one of its messages, nothing was drawn yet: the first frame does it again, in
  /// its own size.
  func reveal(_ row: MessageRowViewModel) {
    revealed = isDrawn ? nil : row
    let content = content(width: drawnWidth)
    guard let index = content.index(of: .row(row.id)) else { return }
    scroll.reveal(index, in: content, lines: drawnHeight)
    noteScroll()
  }

  private func hold(start holds: Bool) {
    if holds, opening == .atEnd { opening = .atStart }
  }

  /// Finds the place where the last session left the room, once there are rows.
  private func findStart() {
    guard opening == .atPlace, !model.rows.value.isEmpty else { return }
    (opening, isUnfilled) = (.over, true)
    scroll.confirmStart(in: content(width: drawnWidth))
    if scroll.isAtEnd { noteScroll() }
  }

  /// Tells the view model where the user has scrolled to.
  func noteScroll() {
    let rows = model.rows.value
    switch scroll.anchor {
    case .row(.row(let id), let index, _):
      let above = model.historyText.value.isEmpty ? 0 : 1
      model.scrolled(to: id, near: index - above)
    case .row(.history, _, _): model.scrolled(to: rows.first?.id, near: 0)
    case .end: model.scrolled(to: nil)
    }
  }

  func leaveStart() {
    opening = .over
  }

  /// Shows older or newer messages while less than a page lies above or below the window.
  ///
  /// This keeps paging smooth and fills a tall window. A failure waits for a key press.
  private func loadAhead() {
    let content = content(width: drawnWidth)
    let lines = min(drawnHeight, Self.tallestPage)
    if scroll.isAtEnd {
      model.showNewest()
    } else if model.hasNewer.value, scroll.isNearEnd(in: content, lines: lines) {
      model.showNewer()
    }
    guard model.historyText.value.isEmpty else { return }
    if scroll.isNearTop(in: content, lines: lines) { loadOlder() }
  }

  /// Lays out the page above the window once the next frame is painted, so that the key that shows it
  /// finds it done: laying out is most of the work for it.
  func prepareAhead(loads: Bool = false) {
    preparation.loads = preparation.loads || loads
    guard !preparation.isDue else { return }
    preparation.isDue = true
    Task { [weak self] in self?.prepare() }
  }

  private func prepare() {
    let loads = preparation.loads
    preparation = (false, false)
    _ = scroll.slices(of: content(width: drawnWidth), lines: 2 * drawnHeight)
    if loads { loadAhead() }
  }

  func loadOlder() {
    if model.loadOlder.isEnabled.value { model.loadOlder.execute() }
  }

  /// The rows with their heights at a width.
  func content(width: Int) -> TimelineScroll<ItemID>.Content {
    let rows = model.rows.value
    let above = model.historyText.value.isEmpty ? 0 : 1
    let columns = MessageColumns(
      width: width, height: drawnHeight, timeWidth: model.timeWidth.value)
    return .init(
      count: rows.count + above, continuesBelow: model.hasNewer.value,
      id: { $0 < above ? .history : .row(rows[$0 - above].id) },
      height: {
        $0 < above ? 1 : self.layout(of: rows[$0 - above], columns: columns).height
      })
  }

  func layout(of row: MessageRowViewModel, columns: MessageColumns) -> MessageLayout {
    layouts.layout(
      of: row.content, picture: pictures.state(of: row, columns: columns), columns: columns,
      shift: shift(of: row))
  }
}
