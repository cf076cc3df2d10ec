import Signals
import Terminal
import ViewModels

/// The members of a room, beside its messages or in their place.
///
/// A frame looks at the visible rows alone: a room may have thousands of members.
final class MembersView {
  let model: MembersViewModel
  let tile: Tile
  /// The letters that a name must have.
  let field: TextField
  /// The person under the cursor; the first one until the user moves the cursor.
  private var cursorID: RowID?
  private var cursorIndex = 0
  private var topRow = 0
  /// The number of rows of the last frame.
  private var pageLength = 1
  private let watch: Watch

  init(model: MembersViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    field = TextField(needsDisplay: tile.invalidate) { [model] in model.filterChanged($0) }
    watch = Watch(tile.invalidate)
    watch(model.rows) { [weak self] in self?.keepCursor(in: $0) }
    watch(model.statusText)
    watch(model.filterText) { [field] in field.show($0) }
  }

  /// The person under the cursor.
  var selectedRow: MemberRow? {
    let rows = model.rows.value
    return rows.isEmpty ? nil : rows[min(cursorIndex, rows.count - 1)]
  }

  /// Moves the cursor; without a filter, the person keeps it when the list changes.
  func moveCursor(by count: Int) {
    let rows = model.rows.value
    guard !rows.isEmpty else { return }
    cursorIndex = min(max(cursorIndex + count, 0), rows.count - 1)
    cursorID = rows[cursorIndex].id
    tile.invalidate()
  }

  /// One person stays visible.
  func moveCursor(byPages count: Int) { moveCursor(by: count * max(pageLength - 1, 1)) }

  /// Shows everybody again, from the first one on.
  func reset() {
    (cursorID, cursorIndex, topRow) = (nil, 0, 0)
    field.edit { $0.clear() }
  }

  private func keepCursor(in rows: [MemberRow]) {
    guard let cursorID, rows.indices.contains(cursorIndex), rows[cursorIndex].id != cursorID else {
      return
    }
    cursorIndex = rows.firstIndex { $0.id == cursorID } ?? 0
  }

  /// Draws the rows around the cursor; `count` is the number of members.
  func draw(in region: Region, count: String, hasFocus: Bool) {
    model.appeared()
    drawHeading(in: region.part(region.rect.topRows(1)), count: count, hasFocus: hasFocus)
    region.rule(row: 1)
    let body = region.part(region.rect.inset(left: 1, top: 2, right: 1))
    let status = SafeText.wrapped(model.statusText.value, columns: body.rect.columns, limit: 3)
    let hasStatus = !model.statusText.value.isEmpty
    let height = max(body.rect.rows - (hasStatus ? status.count : 0), 1)
    draw(model.rows.value, in: body.part(body.rect.topRows(height)), hasFocus: hasFocus)
    guard hasStatus else { return }
    for (row, line) in status.enumerated() { body.put(line, row: height + row, .note) }
  }

  /// Names the list; with the focus, what filters it.
  private func drawHeading(in region: Region, count: String, hasFocus: Bool) {
    let used = region.put("members \(count)", column: 1, .dim)
    guard hasFocus || !field.editor.isEmpty else { return }
    let part = region.part(region.rect.inset(left: used + 3, right: 1))
    part.put(">", .accentStrong)
    let line = part.part(part.rect.inset(left: 2))
    if field.editor.isEmpty { line.put("letters of a name", .dim) }
    field.drawLine(in: line, hasFocus: hasFocus)
  }

  private func draw(_ rows: [MemberRow], in region: Region, hasFocus: Bool) {
    let height = region.rect.rows
    pageLength = height
    cursorIndex = min(cursorIndex, max(rows.count - 1, 0))
    topRow = hasFocus ? min(max(topRow, cursorIndex - height + 1), cursorIndex) : topRow
    topRow = min(topRow, max(rows.count - height, 0))
    let visible = rows[topRow..<min(topRow + height, rows.count)]
    model.shows(visible)
    // Names stand below each other, whether it is known of all of them that they are there or not.
    let indent = visible.contains { $0.presence != nil } ? 2 : 0
    let isCut = topRow + height < rows.count
    for place in 0..<min(height, rows.count - topRow) {
      if isCut, place == height - 1, !hasFocus {
        region.put("…", row: place, .note)
      } else {
        let isSelected = hasFocus && topRow + place == cursorIndex
        draw(
          rows[topRow + place], at: place, indent: indent, isSelected: isSelected, in: region)
      }
    }
  }

  private func draw(
    _ member: MemberRow, at row: Int, indent: Int, isSelected: Bool, in region: Region
  ) {
    let ground = region.on(isSelected ? .selection : .plain)
    if isSelected { ground.fill(row: row) }
    let columns = region.rect.columns
    switch member.presence {
    case .online: ground.put("●", row: row, .success)
    case .idle: ground.put("◐", row: row, .warning)
    case .offline: ground.put("○", row: row, .dim)
    case nil: break
    }
    let role = SafeText.line(member.roleText, columns: columns / 2)
    let room = columns - indent - (role.width == 0 ? 0 : role.width + 1)
    let used = ground.put(member.nameText, column: indent, row: row, .text, width: room)
    if !member.statusText.isEmpty, room - used > 8 {
      ground.put(
        member.statusText, column: indent + used + 1, row: row, .dim, width: room - used - 1)
    }
    if role.width > 0 { ground.put(role, column: columns - role.width, row: row, .dim) }
  }
}
