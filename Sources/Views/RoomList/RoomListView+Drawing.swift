import Signals
import Terminal
import ViewModels

extension RoomListView {
  /// Draws the list; the cursor shows while the list has the focus, the question of a filter marks an entry, or
  /// a question is about the invite there.
  func draw(in region: Region, hasFocus: Bool) {
    let isAskedAbout = model.askedEntry.value.map { $0 == cursorEntry?.id } ?? false
    let hasFocus = hasFocus || isAskedAbout || model.markedEntry.value != nil
    let filter = model.filterText.value
    guard !filter.isEmpty else { return drawEntries(in: region, below: 0, hasFocus: hasFocus) }
    region.put("Only \(filter)", column: 1, .accent, width: region.rect.columns - 2)
    drawEntries(in: region.part(region.rect.inset(top: 1)), below: 1, hasFocus: hasFocus)
  }

  private func drawEntries(in region: Region, below top: Int, hasFocus: Bool) {
    let entries = model.entries.value
    let layout = RoomListLayout(entries, height: region.rect.rows)
    let cursor = cursor
    if let cursor { reveal(layout.place(of: cursor), of: layout, height: region.rect.rows) }
    let places = layout.places(in: topLine..<topLine + region.rect.rows)
    drawnEntries = places.map { ($0.line - topLine, entries[$0.index]) }
    cells.show(drawnEntries.compactMap { drawn in drawn.entry.row.map { ($0.id, $0) } })
    defer { drawnEntries = drawnEntries.map { ($0.line + top, $0.entry) } }
    for (place, drawn) in zip(places, drawnEntries) {
      drawHeading(of: place, above: drawn.entry, in: region)
      draw(
        drawn.entry, at: place, in: region, hasCursor: hasFocus && place.index == cursor)
    }
    if entries.isEmpty { drawEmpty(in: region) }
  }

  private func drawEmpty(in region: Region) {
    let inner = region.part(region.rect.inset(left: 1, top: 1, right: 1))
    inner.paragraph(model.emptyText.value, .dim)
  }

  /// Keeps the cursor's entry and its section heading visible.
  private func reveal(_ place: RoomListLayout.Place?, of layout: RoomListLayout, height: Int) {
    if let place {
      topLine = min(topLine, place.line)
      topLine = max(topLine, place.line + place.height - height)
    }
    topLine = min(max(topLine, 0), max(layout.lineCount - height, 0))
  }

  private func drawHeading(
    of place: RoomListLayout.Place, above entry: RoomListEntry, in region: Region
  ) {
    guard place.headingLines > 0 else { return }
    let row = place.line - topLine + place.headingLines - 1
    let end = region.rect.columns - 1
    let column = 1 + region.put(place.headingText, column: 1, row: row, .dim, width: end - 1)
    guard place.index == 0, entry.row?.content.value.isInvite == true else { return }
    let (busy, error) = (model.invitesBusyText.value, model.invitesErrorText.value)
    let notice = busy.isEmpty && !error.isEmpty ? "! \(error)" : busy
    region.put(
      notice, column: column + 1, row: row, busy.isEmpty ? .error : .accent, width: end - column - 1
    )
  }

  private func draw(
    _ entry: RoomListEntry, at place: RoomListLayout.Place, in region: Region, hasCursor: Bool
  ) {
    let row = place.line - topLine + place.headingLines
    let ground = region.on(hasCursor ? .selection : .plain)
    if hasCursor {
      ground.fill(row: row)
      if place.hasDetail { ground.fill(row: row + 1) }
    }
    switch entry {
    case .room(let model):
      drawName(
        of: model.content.value, row: row, indent: place.indent, in: ground, hasCursor: hasCursor)
      if place.hasDetail { drawDetail(of: model, row: row + 1, indent: place.indent, in: ground) }
    case .moreInvites:
      if hasCursor { ground.put("▌", row: row, .accent) }
      let mark = model.entries.value.showsAllInvites ? "▾" : "▸"
      ground.put(
        "\(mark) \(model.moreInvitesText.value)", column: 2, row: row, .text,
        width: region.rect.columns - 3)
    case .section(let line):
      draw(line, row: row, indent: place.indent, in: ground, hasCursor: hasCursor)
    }
  }

  private func draw(
    _ line: RoomSectionLine, row: Int, indent: Int, in region: Region, hasCursor: Bool
  ) {
    if hasCursor { region.put("▌", row: row, .accent) }
    let end = drawMarks(
      [(line.unreadText, .accentStrong), (line.mentionText, .mention)], row: row, in: region)
    // In brackets beside the name, as unread messages stand at the right edge.
    let count = line.countText.isEmpty ? "" : " (\(line.countText))"
    let (column, width) = (2 + indent, end - 2 - indent)
    let used = region.put(
      "\(line.isOpen ? "▾" : "▸") \(line.titleText)", column: column, row: row, .dim,
      width: width - count.count)
    region.put(count, column: column + used, row: row, .dim, width: width - used)
  }

  private func drawDetail(of model: RoomRowViewModel, row: Int, indent: Int, in region: Region) {
    let (busy, error) = (model.busyText.value, model.errorText.value)
    let (text, role): (String, Role) =
      !busy.isEmpty
      ? (busy, .accent)
      : !error.isEmpty ? ("! \(error)", .error) : (model.content.value.previewText, .dim)
    region.put(
      text, column: 3 + indent, row: row, role, width: region.rect.columns - 4 - indent)
  }

  private func drawName(
    of content: RoomRowContent, row: Int, indent: Int, in region: Region, hasCursor: Bool
  ) {
    if content.isSelected || hasCursor { region.put("▌", row: row, .accent) }
    let end = drawMarks(
      [
        (content.unreadText, .accentStrong), (content.mentionText, .mention),
        (content.draftText, .accent), (content.alertsText, .dim),
        (content.isLocked ? "🔒" : "", .dim),
      ], row: row, in: region)
    let isUnread = !content.unreadText.isEmpty || !content.mentionText.isEmpty
    let stands = isUnread || content.isSelected || content.isPending
    let role: Role = stands ? .strong : content.isSilent ? .dim : .text
    let (column, width) = (2 + indent, end - 2 - indent)
    guard let alike = content.alike else {
      region.put(content.nameText, column: column, row: row, role, width: width)
      return
    }
    region.put(alike, column: column, row: row, role, width: width)
  }

  /// Draws marks from the right edge to the left; returns the column before which there is room.
  private func drawMarks(_ marks: [(text: String, role: Role)], row: Int, in region: Region) -> Int
  {
    var end = region.rect.columns - 1
    for mark in marks where !mark.text.isEmpty {
      let width = min(SafeText.width(of: mark.text), max(end - 6, 0))
      region.put(mark.text, column: end - width, row: row, mark.role, width: width)
      end -= width + 1
    }
    return end
  }
}
