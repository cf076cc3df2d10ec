import Signals
import ViewModels

/// The messages of a room.
final class TimelineView {
  /// The items of the list: a line about older history, then the rows.
  enum ItemID: Hashable {
    case history
    case row(RowID)
  }

  let model: TimelineViewModel
  let tile: Tile
  /// What the last frame showed.
  var window: TimelineWindow?
  private(set) var scroll = TimelineScroll<ItemID>()
  /// The selected row; shown while the messages have the focus.
  private(set) var selectedID: RowID?
  let cells: CellPool<RowID, MessageRowViewModel>
  let pictures = PictureCache()
  private var layouts = MessageLayoutCache()
  /// The size of the last frame, for scrolling by keys.
  private var drawnWidth = 80
  private var drawnHeight = 20
  /// The newest row when the end was last visible.
  private var lastSeenID: RowID?
  /// The new messages below, counted once per version of the rows.
  private var newBelow: NewBelow?
  /// The new messages that were in the window, of those whose beginning nobody has seen.
  var seenNew: Set<RowID> = []
  /// Whether the first line stays at the upper edge until the user scrolls.
  private var holdsStart = false
  private var hasMoved = false
  /// Whether the place where the last session left the room still has to be found.
  private var isStarting = false
  /// Whether the window of that place may be higher than the last one was.
  private var isUnfilled = false
  /// Whether the page above the window is about to be laid out, and whether more messages may then be
  /// needed.
  private var preparation: (isDue: Bool, loads: Bool) = (false, false)
  /// The index of the selected row, in case the row is removed.
  private var selectedIndex = 0
  private var lastLanding = 0
  /// Whether the last landing was a note.
  private var hasNote = false
  /// Whether a row is to be selected as soon as there are some, and which one if it is among them.
  private var awaited: (isAny: Bool, row: RowID?) = (false, nil)
  private let notify: (String) -> Void
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
      (isStarting, hasMoved) = (true, true)
    }
    watch(model.opensAtStart) { [weak self] in self?.hold(start: $0) }
    watch(model.rows) { [weak self] _ in
      self?.newBelow = nil
      self?.findStart()
      self?.land()
      self?.selectAwaited()
      self?.keepSelection()
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

  /// The selected row, if it still exists.
  var selectedRow: MessageRowViewModel? {
    guard let selectedID else { return nil }
    return model.rows.value.last { $0.id == selectedID }
  }

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
    if holdsStart {
      showStart(width: width, height: height)
      holdsStart = !scroll.isAtEnd
      if model.isBehind.value == scroll.isAtEnd { noteScroll() }
    }
    if isUnfilled {
      scroll.scroll(up: 0, in: content(width: width), lines: height)
      isUnfilled = false
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

  private func hold(start holds: Bool) {
    if holds, !hasMoved { holdsStart = true }
  }

  /// Finds the place where the last session left the room, once there are rows.
  private func findStart() {
    guard isStarting, !model.rows.value.isEmpty else { return }
    (isStarting, isUnfilled) = (false, true)
    scroll.confirmStart(in: content(width: drawnWidth))
    if scroll.isAtEnd { noteScroll() }
  }

  /// Tells the view model where the user has scrolled to.
  private func noteScroll() {
    let rows = model.rows.value
    switch scroll.anchor {
    case .row(.row(let id), let index, _):
      let above = model.historyText.value.isEmpty ? 0 : 1
      model.scrolled(to: id, near: index - above)
    case .row(.history, _, _): model.scrolled(to: rows.first?.id, near: 0)
    case .end: model.scrolled(to: nil)
    }
  }

  /// Goes to the message at which a jump has ended.
  private func land() {
    guard let landing = model.landing.value, landing.number != lastLanding else { return }
    lastLanding = landing.number
    guard let row = model.rows.value.last(where: { $0.id == landing.row }) else {
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
  private func revealDivider(above row: MessageRowViewModel) {
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

  private func leaveStart() {
    holdsStart = false
    isStarting = false
    hasMoved = true
  }

  /// If the selected row is gone, for example merged into a group of changes, selects one near it.
  private func keepSelection() {
    guard let selectedID else { return }
    let rows = model.rows.value
    if rows.indices.contains(selectedIndex), rows[selectedIndex].id == selectedID { return }
    if let index = rows.lastIndex(where: { $0.id == selectedID }) {
      selectedIndex = index
    } else if let index = rows.prefix(selectedIndex + 1).lastIndex(where: \.isSelectable) {
      selectedIndex = index
      self.selectedID = rows[index].id
    }
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

  private func loadOlder() {
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
      of: row.content, picture: pictures.state(of: row, columns: columns), columns: columns)
  }
}

extension TimelineView {
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
    awaited = (true, row)
    selectAwaited()
  }

  private func selectAwaited() {
    guard awaited.isAny, !selectableRows.isEmpty else { return }
    let row = selectableRows.last { $0.id == awaited.row }
    awaited = (false, nil)
    if let row { select(row) } else { selectVisible() }
  }

  /// Selects the last message in the window unless the selection is already visible.
  func selectVisible() {
    let content = content(width: drawnWidth)
    let visible = Set(
      scroll.slices(of: content, lines: drawnHeight).map { content.id($0.index) })
    if let selectedID, visible.contains(.row(selectedID)) { return }
    let row = selectableRows.last { visible.contains(.row($0.id)) } ?? selectableRows.last
    selectedID = row?.id
    keepSelection()
    tile.invalidate()
  }

  private var selectableRows: [MessageRowViewModel] {
    model.rows.value.filter(\.isSelectable)
  }

  private func select(_ row: MessageRowViewModel) {
    leaveStart()
    selectedID = row.id
    keepSelection()
    let content = content(width: drawnWidth)
    if let index = content.index(of: .row(row.id)) {
      scroll.reveal(index, in: content, lines: drawnHeight)
      noteScroll()
    }
    tile.invalidate()
  }
}

extension TimelineView {
  var senderAvailability: Availability {
    .shown(when: selectedRow?.openSender.isEnabled.value == true)
  }

  /// Whether the row has something to open: changes, or a sender's profile.
  var openAvailability: Availability {
    selectedRow?.toggle.isEnabled.value == true ? .enabled : senderAvailability
  }

  var uncoverAvailability: Availability {
    .shown(when: selectedRow?.uncover.isEnabled.value == true)
  }

  var retryAvailability: Availability {
    .shown(when: selectedRow?.retry.isEnabled.value == true)
  }

  var reloadAvailability: Availability {
    .shown(when: selectedRow?.retryImage.isEnabled.value == true)
  }

  var discardAvailability: Availability {
    .shown(when: selectedRow?.isDiscardable.value == true)
  }

  var backAvailability: Availability { .shown(when: model.canJumpBack.value) }

  /// Expands or collapses the selected row's changes; goes to the message that a reply quotes; on other
  /// rows, opens the sender's profile.
  func openSelection() {
    guard let row = selectedRow, !model.jump(from: row) else { return }
    guard row.toggle.isEnabled.value else { return openSender() }
    row.toggle.execute()
    select(row)
  }

  func openSender() {
    selectedRow?.openSender.execute()
  }

  func uncoverSelection() {
    selectedRow?.uncover.execute()
  }

  func retrySelection() {
    selectedRow?.retry.execute()
  }

  func reloadPicture() {
    selectedRow?.retryImage.execute()
  }
}

extension MessageRowViewModel {
  /// Whether the selection can stop at the row.
  fileprivate var isSelectable: Bool {
    switch content.value.kind {
    case .day, .gap, .newMarker: false
    default: true
    }
  }
}
