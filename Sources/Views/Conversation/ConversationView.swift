import Signals
import Terminal
import ViewModels

/// A room: its heading, messages and composer.
final class ConversationView {
  let model: ConversationViewModel
  let timeline: TimelineView
  let composer: ComposerView
  private let members: MembersView
  private let watch: Watch

  init(model: ConversationViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    timeline = TimelineView(model: model.timeline, needsDisplay: needsDisplay)
    members = MembersView(model: model.members, needsDisplay: needsDisplay)
    composer = ComposerView(model: model.composer, needsDisplay: needsDisplay)
    watch = Watch(needsDisplay)
    watch(model.titleText)
    watch(model.topicText)
    watch(model.membersText)
    watch(model.isLocked)
  }

  /// Sends the composer's text and scrolls to the new message.
  func send() {
    composer.model.send.execute()
    timeline.scrollToEnd()
  }

  /// Draws the room; an open `prompt` replaces the composer.
  func draw(in region: Region, context: Context, prompt: PromptView?) {
    let width = ConversationLayout(pane: region.rect, inputRows: 1).input.columns
    let rows = prompt?.rows(width: width) ?? composer.rows(width: width)
    let layout = ConversationLayout(pane: region.rect, inputRows: rows)
    let speaker = timeline.draw(
      in: region.part(layout.timeline), hasFocus: context == .timeline)
    drawHeading(
      in: region.part(layout.heading), speaker: speaker, showsCount: layout.members == nil)
    drawRule(in: region.part(layout.rule))
    let input = region.part(layout.input)
    if let prompt {
      prompt.draw(in: input)
    } else {
      composer.draw(in: input, hasFocus: context == .composer)
    }
    drawMembers(layout, in: region)
  }

  private func drawMembers(_ layout: ConversationLayout, in region: Region) {
    guard let divider = layout.membersDivider, let area = layout.members else { return }
    region.divider(column: divider, rows: area.minRow..<area.maxRow)
    members.draw(in: region.part(area), count: model.membersText.value)
    // Horizontal rules in the message pane end at this column.
    let column = divider - region.rect.minColumn
    if layout.heading.rows > 1 { region.put("┼", column: column, row: 1, .rule) }
    region.put("┤", column: column, row: layout.rule.minRow - region.rect.minRow, .rule)
  }

  private func drawHeading(
    in region: Region, speaker: TimelineView.Speaker?, showsCount: Bool
  ) {
    let width = region.rect.columns
    let hasRule = region.rect.rows > 1
    var end = width - 1
    func mark(_ text: String, _ role: Role) {
      guard !text.isEmpty else { return }
      let columns = min(SafeText.width(of: text), max(end - 12, 0))
      region.put(text, column: end - columns, role, width: columns)
      end -= columns + 1
    }
    if let speaker, !hasRule {
      mark(speaker.timeText, .dim)
      mark(speaker.senderText, .sender(speaker.colorIndex))
    }
    let count = model.membersText.value
    if showsCount, !count.isEmpty { mark("members \(count)", .dim) }
    if model.isLocked.value { mark("🔒", .dim) }
    let used = region.put(model.titleText.value, column: 1, .strong, width: end - 1)
    let topicColumn = used + 3
    if !model.topicText.value.isEmpty, end - topicColumn > 8 {
      region.put(model.topicText.value, column: topicColumn, .dim, width: end - topicColumn)
    }
    if hasRule { drawUpperRule(in: region, speaker: speaker) }
  }

  /// The line above the messages; it names the sender whose own line has scrolled out of view.
  private func drawUpperRule(in region: Region, speaker: TimelineView.Speaker?) {
    region.rule(row: 1)
    guard let speaker else { return }
    let columns = MessageColumns(width: region.rect.columns)
    let name = SafeText.line(speaker.senderText, columns: columns.senderWidth)
      .prefix(fittingColumns: columns.senderWidth)
    region.put(SafeText(" ").repeated(name.width + speaker.timeText.count + 3), row: 1, .text)
    region.put(name, column: 1, row: 1, .sender(speaker.colorIndex))
    region.put(speaker.timeText, column: name.width + 2, row: 1, .dim)
  }

  private func drawRule(in region: Region) {
    let count = timeline.newBelowCount
    if timeline.scroll.isAtEnd {
      region.rule()
    } else if count > 0 {
      region.rule(label: "\(count) new below, PageDown", role: .accent)
    } else {
      region.rule(label: "more below, PageDown", role: .dim)
    }
  }
}
