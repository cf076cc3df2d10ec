import Signals
import Terminal
import ViewModels

extension RoomListView {
  /// Draws the list; the cursor is shown while the list has the focus.
  func draw(in region: Region, hasFocus: Bool) {
    let rows = model.rows.value
    guard !rows.isEmpty else {
      cells.show([])
      drawnRows = []
      drawEmpty(in: region)
      return
    }
    let entries = entries(of: rows, height: region.rect.rows)
    reveal(entries, height: region.rect.rows)
    let visible = entries.filter {
      $0.line + $0.height > topLine && $0.line < topLine + region.rect.rows
    }
    cells.show(visible.map { ($0.row.id, $0.row) })
    drawnRows = visible.map { ($0.line - topLine, $0.row) }
    for entry in visible {
      draw(entry, in: region, hasCursor: hasFocus && entry.row === cursorRow)
    }
  }

  /// A row with its place among the lines of the whole list.
  private struct Entry {
    let row: RoomRowViewModel
    let line: Int
    let headingLines: Int
    let hasDetail: Bool

    var height: Int { headingLines + (hasDetail ? 2 : 1) }
  }

  /// The second line of an entry.
  private struct Detail {
    let text: String
    let role: Role
  }

  private func drawEmpty(in region: Region) {
    let inner = region.part(region.rect.inset(left: 1, top: 1, right: 1))
    inner.paragraph(model.emptyText.value, .dim)
  }

  private func entries(of rows: [RoomRowViewModel], height: Int) -> [Entry] {
    let headings = rows.filter { !$0.content.value.sectionText.isEmpty }.count
    let showsPreviews = rows.count * 2 + headings * 2 <= height
    var line = 0
    return rows.map { row in
      let content = row.content.value
      let headingLines = content.sectionText.isEmpty ? 0 : line == 0 ? 1 : 2
      let hasDetail =
        (showsPreviews && !content.previewText.isEmpty) || content.isInvite
        || !row.busyText.value.isEmpty || !row.errorText.value.isEmpty
      let entry = Entry(row: row, line: line, headingLines: headingLines, hasDetail: hasDetail)
      line += entry.height
      return entry
    }
  }

  private func detail(of row: RoomRowViewModel, _ content: RoomRowContent) -> Detail {
    if !row.busyText.value.isEmpty { return Detail(text: row.busyText.value, role: .accent) }
    if !row.errorText.value.isEmpty {
      return Detail(text: "! " + row.errorText.value, role: .error)
    }
    return Detail(text: content.previewText, role: .dim)
  }

  /// Keeps the cursor's entry and its section's heading on the screen.
  private func reveal(_ entries: [Entry], height: Int) {
    let total = entries.last.map { $0.line + $0.height } ?? 0
    if let entry = entries.first(where: { $0.row === cursorRow }) {
      topLine = min(topLine, entry.line)
      topLine = max(topLine, entry.line + entry.height - height)
    }
    topLine = min(max(topLine, 0), max(total - height, 0))
  }

  private func draw(_ entry: Entry, in region: Region, hasCursor: Bool) {
    let content = entry.row.content.value
    let row = entry.line - topLine + entry.headingLines
    if entry.headingLines > 0 {
      region.put(
        content.sectionText, column: 1, row: row - 1, .dim, width: region.rect.columns - 2)
    }
    let ground = region.on(hasCursor ? .selection : .plain)
    if hasCursor {
      ground.fill(row: row)
      if entry.hasDetail { ground.fill(row: row + 1) }
    }
    drawName(of: content, row: row, in: ground, hasCursor: hasCursor)
    guard entry.hasDetail else { return }
    let detail = detail(of: entry.row, content)
    ground.put(
      detail.text, column: 3, row: row + 1, detail.role, width: region.rect.columns - 4)
  }

  private func drawName(of content: RoomRowContent, row: Int, in region: Region, hasCursor: Bool) {
    if content.isSelected || hasCursor { region.put("▌", row: row, .accent) }
    var end = region.rect.columns - 1
    func mark(_ text: String, _ role: Role) {
      guard !text.isEmpty else { return }
      let width = min(SafeText.width(of: text), max(end - 6, 0))
      region.put(text, column: end - width, row: row, role, width: width)
      end -= width + 1
    }
    mark(content.unreadText, .accentStrong)
    mark(content.mentionText, .mention)
    if content.isLocked { mark("🔒", .dim) }
    let isUnread = !content.unreadText.isEmpty || !content.mentionText.isEmpty
    let stands = isUnread || content.isSelected || content.isInvite
    region.put(
      content.nameText, column: 2, row: row, stands ? .strong : .text, width: end - 2)
  }
}
