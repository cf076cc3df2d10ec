import Signals
import Terminal
import ViewModels

extension MainView {
  /// Adds everything except the footer to a scene.
  func compose(_ layout: MainLayout, into scene: inout Scene) {
    scene.add(statusLine.tile, at: layout.status) { [statusLine] in statusLine.draw(in: $0) }
    if let list = layout.list {
      let hasFocus = context == .roomList
      scene.add(roomList.tile, at: listRect(list, layout), inputs: hasFocus) { [roomList] in
        roomList.draw(in: $0, hasFocus: hasFocus)
      }
      if layout.pane == nil, let prompt { compose(prompt, over: list, into: &scene) }
    }
    guard let pane = layout.pane else { return model.looks(at: .nobody) }
    drawnPane = pane
    let joins = compose(pane: pane, into: &scene)
    if let column = layout.dividerColumn {
      let place = Rect(column: column, row: pane.minRow, columns: 1, rows: pane.rows)
      scene.add(dividerTile, at: place, inputs: joins) { $0.divider(joining: joins) }
    }
  }

  /// Whether the list fills the screen when only one pane fits.
  var showsListAlone: Bool {
    profile == nil && sheet == nil && search == nil && (focus == .roomList || conversation == nil)
  }

  private func listRect(_ list: Rect, _ layout: MainLayout) -> Rect {
    guard layout.pane == nil, let prompt else { return list }
    return list.inset(bottom: prompt.rows(width: list.columns) + 1)
  }

  /// Returns where the pane's rules meet the divider on its left.
  private func compose(pane: Rect, into scene: inout Scene) -> [DividerJoin] {
    var joins: [DividerJoin] = []
    model.looks(at: peopleSight(in: pane))
    if let search {
      scene.add(search.tile, at: pane) { search.draw(in: $0) }
      joins.append(DividerJoin(kind: .right, row: 1))
    } else if let sheet {
      scene.add(sheet.tile, at: pane) { sheet.draw(in: $0) }
      joins.append(DividerJoin(kind: .right, row: 1))
    } else if let profile {
      scene.add(profile.tile, at: pane) { profile.draw(in: $0) }
      if ProfileView.hasRule(pane) { joins.append(DividerJoin(kind: .right, row: 1)) }
    } else if let conversation, focus == .members, !hasMembersBeside(in: pane) {
      joins += conversation.composeMembersAlone(
        in: pane, hasFocus: context == .members, into: &scene)
    } else if let conversation {
      return conversation.compose(
        in: pane, context: context, marksMessage: focus == .timeline, prompt: prompt,
        showsMembers: model.showsMembersBeside.value, into: &scene)
    } else {
      let hints = welcomeHints
      scene.add(welcomeTile, at: pane, inputs: hints) { Self.drawWelcome(hints, in: $0) }
    }
    if let prompt {
      let row = compose(prompt, over: pane, into: &scene)
      joins.append(DividerJoin(kind: .right, row: row))
    }
    return joins
  }

  private func peopleSight(in pane: Rect) -> PeopleSight {
    if search != nil || sheet != nil { return .nobody }
    if profile != nil { return .profile }
    return focus == .members || hasMembersBeside(in: pane) ? .members : .nobody
  }

  /// Adds a prompt in front of the lower part of a pane; returns the row of the line above it.
  @discardableResult
  private func compose(_ prompt: PromptView, over pane: Rect, into scene: inout Scene) -> Int {
    let box = pane.bottomRows(prompt.rows(width: pane.columns) + 1)
    scene.add(prompt.tile, at: box) { region in
      region.rule()
      prompt.draw(in: region.part(region.rect.inset(top: 1)))
    }
    return box.minRow - pane.minRow
  }

  /// What the keys of the list do.
  private var welcomeHints: [String] {
    let key = host.key
    return [
      "\(key("room-down")) and \(key("room-up")) move, \(key("open-room")) opens",
      "\(key("create-room")) creates a room, \(key("join-room")) joins one",
      "\(key("message-person")) writes to a person", "\(key("help")) shows all keys",
    ]
  }

  private static func drawWelcome(_ hints: [String], in region: Region) {
    let lines: [(String, Role)] =
      [("chat-tui", .accentStrong), ("", .text), ("Choose a room on the left:", .text)]
      + hints.map { ($0, .dim) }
    let box = region.part(region.rect.centred(columns: 30, rows: lines.count))
    for (row, line) in lines.enumerated() { box.put(line.0, row: row, line.1) }
  }
}
