import Signals
import Terminal
import ViewModels

/// The search for messages, in the place of the conversation: a line of words, and the messages found.
final class SearchView {
  let model: SearchViewModel
  let field: TextField
  let tile: Tile
  /// The number of entries that were visible as a whole in the last frame.
  private var pageLength = 1
  private let watch: Watch
  /// The lines of a message: the first one is around the words found.
  private static let mostLines = 2

  init(model: SearchViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    field = TextField(model.text.value, needsDisplay: tile.invalidate) { [model] in
      model.textChanged($0)
    }
    watch = Watch(tile.invalidate)
    watch(model.text) { [field] in field.show($0) }
    watch(model.rows)
    watch(model.statusText)
    watch(model.scopeText)
    watch(model.canChangeScope)
    watch(model.isSearching)
    field.edit { $0.moveToLineEnd() }
    if model.offersText { field.offer() }
  }

  /// The entry under the cursor.
  var selectedRow: FoundRow? {
    let rows = model.rows.value
    return rows.isEmpty ? nil : rows[min(model.place, rows.count - 1)]
  }

  var openAvailability: Availability {
    if model.isSearching.value { return .disabled("Still searching") }
    guard let selectedRow else { return .disabled("Nothing found to go to") }
    return .when(selectedRow.refusalText.isEmpty, else: selectedRow.refusalText)
  }

  func openSelection() {
    if let selectedRow { model.open(selectedRow) }
  }

  func moveCursor(by count: Int) {
    model.place = min(max(model.place + count, 0), max(model.rows.value.count - 1, 0))
    tile.invalidate()
  }

  /// One entry stays visible.
  func moveCursor(byPages count: Int) { moveCursor(by: count * max(pageLength - 1, 1)) }

  func draw(in region: Region) {
    let rows = model.rows.value
    let list = region.part(region.rect.inset(left: 1, top: 2, right: 1))
    let columns = max(list.rect.columns - 2, 1)
    let status = SafeText.wrapped(model.statusText.value, columns: columns, limit: 4)
    let height = rows.isEmpty ? 0 : max(list.rect.rows - status.count - 1, 1)
    draw(rows, in: list.part(list.rect.topRows(height)))
    for (index, line) in status.enumerated() {
      list.put(line, column: 1, row: height + 1 + index, .note)
    }
    drawHeading(in: region.part(region.rect.topRows(1)))
    let isCut = rows.count > pageLength
    region.rule(row: 1, label: isCut ? "\(model.place + 1)/\(rows.count)" : "")
  }

  /// The words, and at the right where they are searched.
  private func drawHeading(in region: Region) {
    let scope = SafeText.line(model.scopeText.value, columns: region.rect.columns)
      .prefix(fittingColumns: region.rect.columns / 3)
    region.put(scope, column: region.rect.columns - scope.width - 1, .dim)
    let used = region.put("Search >", column: 1, .accentStrong)
    let line = region.part(region.rect.inset(left: used + 2, right: scope.width + 2))
    if field.editor.isEmpty { line.put("words of a message", .dim) }
    field.drawLine(in: line, hasFocus: true)
  }

  private func draw(_ rows: [FoundRow], in region: Region) {
    guard !rows.isEmpty else { return pageLength = 1 }
    model.place = min(model.place, rows.count - 1)
    let columns = EntryList.columns(in: region)
    let list = EntryList(count: rows.count, cursor: model.place) { [self] in
      lines(of: rows[$0], columns: columns)
    }
    pageLength = list.draw(in: region)
  }

  /// The room, the time and the sender, and below them the message.
  private func lines(of row: FoundRow, columns: Int) -> [EntryList.Line] {
    let texts: [(String, Role)] = [
      (row.isLeft ? "(left)" : "", .note), (row.timeText, .dim),
      (row.senderText, .sender(row.colorIndex)),
    ]
    let parts = texts.filter { !$0.0.isEmpty }.map { text, role in
      (SafeText.line(text, columns: columns), role)
    }
    let used = parts.reduce(0) { $0 + $1.0.width + 1 }
    let room = SafeText.line(row.roomText, columns: columns)
      .prefix(fittingColumns: max(columns - used, columns / 3, 1))
    let head = room.width == 0 ? parts : [(room, .strong)] + parts
    return [EntryList.spaced(head)] + body(of: row, columns: columns)
  }

  private func body(of row: FoundRow, columns: Int) -> [EntryList.Line] {
    let text = StyledText(
      row.pieces.map { piece in
        .init(text: piece.text, role: piece.isHit ? .accentStrong : piece.isNote ? .note : .text)
      })
    let lines = text.lines(columns: max(columns - 1, 1))
    guard lines.count > Self.mostLines else { return lines }
    let last = lines[Self.mostLines - 1] + [StyledText.Piece(text: "…", role: .dim)]
    return lines.prefix(Self.mostLines - 1) + [last]
  }
}
