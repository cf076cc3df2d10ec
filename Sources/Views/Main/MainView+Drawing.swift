import Terminal

extension MainView {
  /// Draws everything except the footer.
  func draw(_ layout: MainLayout, in region: Region) {
    statusLine.draw(in: region.part(layout.status))
    if let list = layout.list {
      roomList.draw(
        in: region.part(listRect(list, layout)), hasFocus: context == .roomList)
      if layout.pane == nil, let prompt { drawPrompt(prompt, in: region.part(list)) }
    }
    if let column = layout.dividerColumn, let pane = layout.pane {
      region.divider(column: column, rows: pane.minRow..<pane.maxRow)
    }
    if let pane = layout.pane { drawPane(region.part(pane)) }
  }

  /// Whether the list fills the screen when only one pane fits.
  var showsListAlone: Bool {
    profile == nil && (focus == .roomList || conversation == nil)
  }

  private func listRect(_ list: Rect, _ layout: MainLayout) -> Rect {
    guard layout.pane == nil, let prompt else { return list }
    return list.inset(bottom: prompt.rows(width: list.columns) + 1)
  }

  private func drawPane(_ region: Region) {
    if let profile {
      profile.draw(in: region)
      if let prompt { drawPrompt(prompt, in: region) }
    } else if let conversation {
      conversation.draw(in: region, context: context, prompt: prompt)
    } else {
      drawWelcome(in: region)
      if let prompt { drawPrompt(prompt, in: region) }
    }
  }

  private func drawPrompt(_ prompt: PromptView, in region: Region) {
    let rows = prompt.rows(width: region.rect.columns)
    let box = region.part(region.rect.bottomRows(rows + 1))
    box.fill()
    box.rule()
    prompt.draw(in: box.part(box.rect.inset(top: 1)))
  }

  private func drawWelcome(in region: Region) {
    let lines: [(String, Role)] = [
      ("chat-tui", .accentStrong), ("", .text), ("Choose a room on the left:", .text),
      ("j and k move, Enter opens", .dim), ("c creates a room, J joins one", .dim),
      ("m writes to a person", .dim), ("F1 shows all keys", .dim),
    ]
    let box = region.part(region.rect.centred(columns: 30, rows: lines.count))
    for (row, line) in lines.enumerated() { box.put(line.0, row: row, line.1) }
  }
}
