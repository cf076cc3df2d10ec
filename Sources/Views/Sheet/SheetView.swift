import Signals
import Terminal
import ViewModels

/// A list in the place of the conversation.
final class SheetView {
  let model: SheetViewModel
  let tile: Tile
  /// Where the cursor is, which the model keeps while another list is in front.
  private var cursor: Int {
    get { model.place }
    set { if newValue != model.place { model.moved(to: newValue) } }
  }
  /// The number of entries that were visible as a whole in the last frame.
  private var pageLength = 1
  private let header: SheetHeaderView?
  private var text: SheetTextLines?
  private let watch: Watch
  /// Longer texts are cut.
  private static let mostLines = 8

  init(model: SheetViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    watch = Watch(tile.invalidate)
    text = model.text.map { SheetTextLines($0) }
    header = model.header.map { [watch] in SheetHeaderView(model: $0, watch: watch) }
    watch(model.rows)
    watch(model.noteText)
    watch(model.canUndo)
    watch(model.stepText)
  }

  var openAvailability: Availability {
    guard model.opensRows, let selectedRow, !selectedRow.isFact, !selectedRow.isHeading else {
      return .hidden
    }
    return .when(selectedRow.refusalText.isEmpty, else: selectedRow.refusalText)
  }

  /// What Enter does with the entry under the cursor, if that is not the usual.
  var openHint: String? { selectedRow.flatMap { $0.actionText.isEmpty ? nil : $0.actionText } }

  /// The entry under the cursor.
  var selectedRow: SheetRow? {
    let rows = model.rows.value
    return rows.isEmpty ? nil : rows[min(cursor, rows.count - 1)]
  }

  func moveCursor(by count: Int) {
    let rows = model.rows.value
    if let text {
      cursor = min(max(cursor + count, 0), max(text.lines.count - 1, 0))
      return tile.invalidate()
    }
    let last = max(rows.count - 1, 0)
    let next = min(max(cursor + count, 0), last)
    let isEntry = { (index: Int) in rows.isEmpty || !rows[index].isHeading }
    let below = stride(from: next, through: last, by: 1).first(where: isEntry)
    let above = stride(from: next, through: 0, by: -1).first(where: isEntry)
    cursor = (count > 0 ? below ?? above : above ?? below) ?? next
    if cursor == last, count > 0 { model.reachedEnd() }
    tile.invalidate()
  }

  /// One entry stays visible.
  func moveCursor(byPages count: Int) { moveCursor(by: count * max(pageLength - 1, 1)) }

  /// Whether a character is the number of an entry that it chooses.
  func hasEntry(_ character: Character) -> Bool { place(of: character) != nil }

  /// Puts the cursor on the entry of a number.
  func moveCursor(to character: Character) {
    if let place = place(of: character) { cursor = place }
  }

  private func place(of character: Character) -> Int? {
    guard model.isNumbered, character.isASCII, let number = character.wholeNumberValue,
      model.rows.value.indices.contains(number - 1)
    else { return nil }
    return number - 1
  }

  /// Shows the message of the entry under the cursor.
  func openSelection() {
    if let selectedRow { model.open(selectedRow) }
  }

  func draw(in region: Region) {
    region.rule(row: 1)
    var list = region.part(region.rect.inset(left: 1, top: 2, right: 1))
    if let header {
      let rows = SheetHeaderView.rows(in: list.rect)
      if rows > 0 { header.draw(in: list.part(list.rect.inset(left: 1, right: 1))) }
      list = list.part(list.rect.inset(top: rows))
    }
    let note = model.noteText.value
    let noteLines = SafeText.wrapped(note, columns: max(list.rect.columns - 2, 1), limit: 4)
    let rows = note.isEmpty ? 0 : noteLines.count + 1
    let entries = list.part(list.rect.inset(bottom: min(rows, list.rect.rows)))
    if text == nil { draw(model.rows.value, in: entries) } else { drawText(in: entries) }
    drawTitle(in: region)
    guard !note.isEmpty else { return }
    let top = model.rows.value.isEmpty ? 1 : list.rect.rows - noteLines.count
    for (index, line) in noteLines.enumerated() {
      list.put(line, column: 1, row: top + index, .note)
    }
  }

  /// Draws the title, and where the cursor is in a list that does not fit.
  private func drawTitle(in region: Region) {
    let count = entryCount
    let place = count > pageLength ? "\(cursor + 1)/\(count)" : ""
    let room = region.rect.columns - 2 - (place.isEmpty ? 0 : place.utf8.count + 1)
    region.put(model.titleText, column: 1, .strong, width: room)
    if !place.isEmpty { region.putRight(place, .dim) }
  }

  /// How many entries the cursor can be at.
  var entryCount: Int { text?.lines.count ?? model.rows.value.count }

  private func drawText(in region: Region) {
    text?.wrap(at: region.rect.columns - 2)
    cursor = min(cursor, max(entryCount - 1, 0))
    pageLength = region.rect.rows
    text?.draw(around: cursor, in: region)
  }

  private func draw(_ rows: [SheetRow], in region: Region) {
    guard !rows.isEmpty, region.rect.rows > 0 else { return }
    cursor = min(cursor, rows.count - 1)
    if rows[cursor].isHeading, cursor + 1 < rows.count { cursor += 1 }
    let columns = EntryList.columns(in: region)
    let list = EntryList(count: rows.count, cursor: cursor) { index in
      self.lines(of: rows[index], columns: columns).map(EntryList.spaced)
    }
    pageLength = list.draw(in: region)
  }

  private typealias Line = [(text: SafeText, role: Role)]

  /// The columns for the names of settings.
  private static let labelWidth = 14

  /// The name of a setting beside its value, and below them why it cannot be changed.
  private func settingLines(of row: SheetRow, columns: Int) -> [Line] {
    let width = max(columns - Self.labelWidth - 1, 1)
    let blanks = String(repeating: " ", count: Self.labelWidth)
    let label = SafeText(String((row.labelText + blanks).prefix(Self.labelWidth)))
    let isFixed = !row.refusalText.isEmpty
    let parts: [(String, Role)] = [
      (row.quote.bodyText, isFixed ? .dim : .text), (row.refusalText, .note),
    ]
    let lines = parts.filter { !$0.0.isEmpty }.flatMap { text, role in
      SafeText.wrapped(text, columns: width, limit: 4).map { ($0, role) }
    }
    return lines.enumerated().map { index, line in
      [(index == 0 ? label : SafeText(blanks), .dim), line]
    }
  }

  /// The time and the sender, and below them the message; a mark stands in front.
  private func lines(of row: SheetRow, columns: Int) -> [Line] {
    if row.isHeading {
      let title: Line = [(SafeText.line(row.headingText, columns: columns), .strong)]
      return row.hasGap ? [[], title] : [title]
    }
    guard row.labelText.isEmpty else { return settingLines(of: row, columns: columns) }
    let mark = SafeText(row.markText)
    let width = max(columns - (row.markText.isEmpty ? 0 : mark.width + 1), 1)
    let quote = row.quote
    let head: Line = [(row.timeText, Role.dim), (quote.senderText, .sender(quote.colorIndex))]
      .filter { !$0.0.isEmpty }.map { (SafeText.line($0.0, columns: width), $0.1) }
    let parts: [(String, Role)] = [(quote.noteText, .note), (quote.bodyText, .text)]
    let limit = row.isWhole ? Int.max : Self.mostLines
    let body = parts.filter { !$0.0.isEmpty }.flatMap { text, role in
      SafeText.wrapped(text, columns: width, limit: limit).map { [($0, role)] as Line }
    }
    let lines = (head.isEmpty ? [] : [head]) + body
    guard !row.markText.isEmpty else { return lines }
    let blank = SafeText(String(repeating: " ", count: mark.width))
    return lines.enumerated().map { index, line in
      [(index == 0 ? mark : blank, .accent)] + line
    }
  }
}
