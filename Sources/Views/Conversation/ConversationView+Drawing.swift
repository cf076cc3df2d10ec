import Signals
import Terminal
import ViewModels

extension ConversationView {
  /// Adds the room to a scene; an open `prompt` replaces the composer.
  ///
  /// `marksMessage` also while a question is open: it may be about the selected message.
  ///
  /// Returns where the room's rules meet the divider on its left.
  func compose(
    in pane: Rect, context: Context, marksMessage: Bool, prompt: PromptView?,
    showsMembers: Bool, into scene: inout Scene
  ) -> [DividerJoin] {
    let width = ConversationLayout(pane: pane, inputRows: 1, showsMembers: showsMembers).input
      .columns
    let rows = prompt?.rows(width: width) ?? composer.rows(width: width)
    let layout = ConversationLayout(pane: pane, inputRows: rows, showsMembers: showsMembers)
    let window = timeline.compose(
      in: layout.timeline, marksSelection: marksMessage, into: &scene)
    let heading = Heading(
      speaker: window.speaker, countText: model.membersText.value,
      threadsText: model.threadsText.value,
      aboveText: window.above.map { $0.text + way(toNewIn: context) } ?? "",
      showsCount: layout.members == nil)
    scene.add(headingTile, at: layout.heading, inputs: heading) { [self] in
      draw(heading, in: $0)
    }
    scene.add(ruleTile, at: layout.rule, inputs: window.below) { [model] in
      window.below.draw(in: $0)
      $0.draw(typing: model.typingText.value, below: window.below)
    }
    if let prompt {
      scene.add(prompt.tile, at: layout.input) { prompt.draw(in: $0) }
    } else {
      let hasFocus = context == .composer || context.base == .composer
      scene.add(composer.tile, at: layout.input, inputs: hasFocus) { [composer] in
        composer.draw(in: $0, hasFocus: hasFocus)
      }
    }
    if prompt == nil { preview.compose(in: layout.timeline, into: &scene) }
    if context == .completion, prompt == nil {
      scene.add(completion.tile, at: completion.place(in: layout.timeline)) { [completion] in
        completion.draw(in: $0)
      }
    }
    composeMembers(layout, in: pane, hasFocus: context == .members, into: &scene)
    let rules = (layout.heading.rows > 1 ? [1] : []) + [layout.rule.minRow - pane.minRow]
    return rules.map { DividerJoin(kind: .right, row: $0) }
  }

  /// The keys that show the first new message, where they need no other part first.
  private func way(toNewIn context: Context) -> String {
    switch context {
    case .timeline: ", \(key("first-new"))"
    case .composer: ", \(key("to-messages")) \(key("first-new"))"
    default: ""
    }
  }

  /// Adds the members in the place of the room; returns where their rule meets the divider.
  func composeMembersAlone(
    in pane: Rect, hasFocus: Bool, into scene: inout Scene
  ) -> [DividerJoin] {
    compose(members, in: pane, hasFocus: hasFocus, into: &scene)
    return [DividerJoin(kind: .right, row: 1)]
  }

  private func compose(
    _ members: MembersView, in area: Rect, hasFocus: Bool, into scene: inout Scene
  ) {
    let inputs = MembersInputs(count: model.membersText.value, hasFocus: hasFocus)
    scene.add(members.tile, at: area, inputs: inputs) {
      members.draw(in: $0, count: inputs.count, hasFocus: inputs.hasFocus)
    }
  }

  private struct MembersInputs: Equatable {
    let count: String
    let hasFocus: Bool
  }

  private func composeMembers(
    _ layout: ConversationLayout, in pane: Rect, hasFocus: Bool, into scene: inout Scene
  ) {
    guard let column = layout.membersDivider, let area = layout.members else { return }
    // The line below the members' heading is as high as the one below the room's heading.
    let joins = [
      DividerJoin(kind: layout.heading.rows > 1 ? .both : .right, row: 1),
      DividerJoin(kind: .left, row: layout.rule.minRow - pane.minRow),
    ]
    let place = Rect(column: column, row: area.minRow, columns: 1, rows: area.rows)
    scene.add(dividerTile, at: place, inputs: joins) { $0.divider(joining: joins) }
    compose(members, in: area, hasFocus: hasFocus, into: &scene)
  }

  /// What the heading shows beside the room's name and topic.
  private struct Heading: Equatable {
    /// The sender whose own line has scrolled out of view.
    let speaker: TimelineWindow.Speaker?
    let countText: String
    let threadsText: String
    /// How many new messages are above the window, and the key that shows them.
    let aboveText: String
    let showsCount: Bool
  }

  private func draw(_ heading: Heading, in region: Region) {
    let width = region.rect.columns
    let hasRule = region.rect.rows > 1
    var end = width - 1
    func mark(_ text: String, _ role: Role) {
      guard !text.isEmpty else { return }
      let columns = min(SafeText.width(of: text), max(end - 12, 0))
      region.put(text, column: end - columns, role, width: columns)
      end -= columns + 1
    }
    // One line has no room for both.
    if !hasRule { mark(heading.aboveText, .accent) }
    if let speaker = heading.speaker, !hasRule, heading.aboveText.isEmpty {
      mark(speaker.timeText, .dim)
      mark(speaker.senderText, .sender(speaker.colorIndex))
    }
    let count = heading.countText
    if heading.showsCount, !count.isEmpty { mark("members \(count)", .dim) }
    if model.isLocked.value { mark("🔒", .dim) }
    mark(heading.threadsText, .accent)
    let used =
      model.alike.value.map { region.put($0, column: 1, .strong, width: end - 1) }
      ?? region.put(model.titleText.value, column: 1, .strong, width: end - 1)
    let topicColumn = used + 3
    if !model.topicText.value.isEmpty, end - topicColumn > 8 {
      region.put(model.topicText.value, column: topicColumn, .dim, width: end - topicColumn)
    }
    guard hasRule else { return }
    region.rule(row: 1, label: heading.aboveText, role: .accent)
    heading.speaker.map { drawSpeaker($0, in: region) }
  }

  /// Names the sender whose own line has scrolled out of view in the line above the messages.
  private func drawSpeaker(_ speaker: TimelineWindow.Speaker, in region: Region) {
    let columns = MessageColumns(width: region.rect.columns)
    let name = SafeText.line(speaker.senderText, columns: columns.senderWidth)
      .prefix(fittingColumns: columns.senderWidth)
    region.put(SafeText(" ").repeated(name.width + speaker.timeText.count + 3), row: 1, .text)
    region.put(name, column: 1, row: 1, .sender(speaker.colorIndex))
    region.put(speaker.timeText, column: name.width + 2, row: 1, .dim)
  }
}

extension Region {
  /// Draws who is writing into the line below the messages, as far as its label leaves room.
  fileprivate func draw(typing text: String, below: TimelineWindow.Below) {
    guard !text.isEmpty else { return }
    let room = rect.columns - (below == .nothing ? 2 : 28)
    put(" \(text) ", column: 1, .note, width: room)
  }
}

extension TimelineWindow.Below {
  /// Draws the line below the messages.
  fileprivate func draw(in region: Region) {
    switch self {
    case .nothing: region.rule()
    case .new(let count, let isLeast):
      region.rule(label: "\(count)\(isLeast ? "+" : "") new below, PageDown", role: .accent)
    case .more: region.rule(label: "more below, PageDown", role: .dim)
    }
  }
}
