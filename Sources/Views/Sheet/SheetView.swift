import Signals
import Terminal
import ViewModels

/// A list in the place of the conversation.
final class SheetView {
  let model: SheetViewModel
  let tile: Tile
  private var cursor = 0
  private let watch: Watch
  /// Longer texts are cut.
  private static let mostLines = 8

  init(model: SheetViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    watch = Watch(tile.invalidate)
    watch(model.rows)
    watch(model.noteText)
  }

  var openAvailability: Availability {
    .shown(when: model.opensRows && !model.rows.value.isEmpty)
  }

  func moveCursor(by count: Int) {
    cursor = min(max(cursor + count, 0), max(model.rows.value.count - 1, 0))
    tile.invalidate()
  }

  /// Shows the message of the entry under the cursor.
  func openSelection() {
    let rows = model.rows.value
    if let row = rows.isEmpty ? nil : rows[min(cursor, rows.count - 1)] { model.open(row) }
  }

  func draw(in region: Region) {
    region.put(model.titleText, column: 1, .strong, width: region.rect.columns - 2)
    region.rule(row: 1)
    let list = region.part(region.rect.inset(left: 1, top: 2, right: 1))
    let note = model.noteText.value
    let noteLines = SafeText.wrapped(note, columns: max(list.rect.columns - 2, 1), limit: 4)
    let rows = note.isEmpty ? 0 : noteLines.count + 1
    draw(model.rows.value, in: list.part(list.rect.inset(bottom: min(rows, list.rect.rows))))
    guard !note.isEmpty else { return }
    let top = model.rows.value.isEmpty ? 1 : list.rect.rows - noteLines.count
    for (index, line) in noteLines.enumerated() {
      list.put(line, column: 1, row: top + index, .note)
    }
  }

  private func draw(_ rows: [SheetRow], in region: Region) {
    guard !rows.isEmpty, region.rect.rows > 0 else { return }
    cursor = min(cursor, rows.count - 1)
    let entries = rows.map { lines(of: $0, columns: region.rect.columns - 2) }
    var first = cursor
    var height = entries[cursor].count
    while first > 0, height + entries[first - 1].count <= region.rect.rows {
      first -= 1
      height += entries[first].count
    }
    var row = 0
    for index in first..<entries.count where row < region.rect.rows {
      draw(entries[index], at: row, isSelected: index == cursor, in: region)
      row += entries[index].count
    }
  }

  private typealias Line = [(text: SafeText, role: Role)]

  private func draw(_ lines: [Line], at top: Int, isSelected: Bool, in region: Region) {
    let ground = region.on(isSelected ? .selection : .plain)
    for (index, line) in lines.enumerated() where top + index < region.rect.rows {
      if isSelected {
        ground.fill(row: top + index)
        ground.put("▌", row: top + index, .accent)
      }
      var column = 2
      for piece in line {
        column += ground.put(piece.text, column: column, row: top + index, piece.role) + 1
      }
    }
  }

  /// The time and the sender, and below them the message.
  private func lines(of row: SheetRow, columns: Int) -> [Line] {
    let width = max(columns, 1)
    let quote = row.quote
    let head: Line = [(row.timeText, Role.dim), (quote.senderText, .sender(quote.colorIndex))]
      .filter { !$0.0.isEmpty }.map { (SafeText.line($0.0, columns: width), $0.1) }
    let parts: [(String, Role)] = [(quote.noteText, .note), (quote.bodyText, .text)]
    let body = parts.filter { !$0.0.isEmpty }.flatMap { text, role in
      SafeText.wrapped(text, columns: width, limit: Self.mostLines).map { [($0, role)] as Line }
    }
    return (head.isEmpty ? [] : [head]) + body
  }
}
