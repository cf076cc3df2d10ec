import Signals
import Terminal
import ViewModels

extension RoomListView {
  /// Draws the list; the cursor shows while the list has the focus.
  func draw(in region: Region, hasFocus: Bool) {
    let entries = model.entries.value
    let layout = RoomListLayout(entries, height: region.rect.rows)
    let cursor = cursor
    if let cursor { reveal(layout.place(of: cursor), of: layout, height: region.rect.rows) }
    let places = layout.places(in: topLine..<topLine + region.rect.rows)
    drawnEntries = places.map { ($0.line - topLine, entries[$0.index]) }
    cells.show(drawnEntries.compactMap { drawn in drawn.entry.row.map { ($0.id, $0) } })
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
      drawName(of: model.content.value, row: row, in: ground, hasCursor: hasCursor)
      if place.hasDetail { drawDetail(of: model, row: row + 1, in: ground) }
    case .moreInvites:
      if hasCursor { ground.put("▌", row: row, .accent) }
      let mark = model.entries.value.showsAllInvites ? "▾" : "▸"
      ground.put(
        "\(mark) \(model.moreInvitesText.value)", column: 2, row: row, .text,
        width: region.rect.columns - 3)
    }
  }

  private func drawDetail(of model: RoomRowViewModel, row: Int, in region: Region) {
    let (busy, error) = (model.busyText.value, model.errorText.value)
    let (text, role): (String, Role) =
      !busy.isEmpty
      ? (busy, .accent)
      : !error.isEmpty ? ("! \(error)", .error) : (model.content.value.previewText, .dim)
    region.put(text, column: 3, row: row, role, width: region.rect.columns - 4)
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
