import Signals
import Terminal
import ViewModels

/// A room: its heading, messages and composer.
final class ConversationView {
  let model: ConversationViewModel
  let timeline: TimelineView
  let composer: ComposerView
  let completion: CompletionView
  let preview: PreviewView
  let members: MembersView
  let headingTile: Tile
  /// The tiles of the line below the messages and of the line beside the members.
  let ruleTile: Tile
  let dividerTile = Tile()
  /// Returns the key of an action.
  let key: (String) -> String
  private let notify: (String) -> Void
  private let watch: Watch
  private let ruleWatch: Watch

  init(model: ConversationViewModel, host: ScreenHost) {
    let needsDisplay = host.needsDisplay
    self.model = model
    key = host.key
    notify = host.notify
    timeline = TimelineView(
      model: model.timeline, needsDisplay: needsDisplay, notify: host.notify)
    members = MembersView(model: model.members, needsDisplay: needsDisplay)
    composer = ComposerView(model: model.composer, needsDisplay: needsDisplay)
    preview = PreviewView(
      model: model.composer.preview, host: host, needsDisplay: needsDisplay)
    completion = CompletionView(
      model: model.composer.completion, field: composer.field, needsDisplay: needsDisplay)
    headingTile = Tile(needsDisplay: needsDisplay)
    ruleTile = Tile(needsDisplay: needsDisplay)
    ruleWatch = Watch(ruleTile.invalidate)
    ruleWatch(model.typingText)
    watch = Watch(headingTile.invalidate)
    watch(model.titleText)
    watch(model.alike)
    watch(model.topicText)
    watch(model.membersText)
    watch(model.threadsText)
    watch(model.isLocked)
    watch(model.goOn.isEnabled)
  }

  /// Sends the composer's text and scrolls to the new message.
  func send() {
    composer.model.send.execute()
    composer.model.preview.close()
    // Esc then selects what was sent, not what was selected before.
    timeline.selection.move(to: nil, in: [])
    timeline.scrollToEnd()
  }

  /// Opens or closes the preview; suggestions, which cover it, make room for it.
  func togglePreview() {
    let isCovered = completion.isOpen && preview.model.row.value != nil
    completion.model.makeRoom()
    if !isCovered { preview.model.toggle() }
  }

  /// Whether another room took the place of this one.
  var isReplaced: Bool { model.goOn.isEnabled.value }

  /// Goes to that room.
  func goOn() { model.goOn.execute() }

  /// Moves the cursor up; in an empty composer, begins to change the account's newest message, or takes it
  /// back while that is possible.
  func moveUp() {
    let draft = composer.model
    guard composer.field.editor.isEmpty, draft.banner.value == nil, draft.isEnabled.value else {
      return composer.moveRow(by: -1)
    }
    // An older message must not be changed in the place of the newest one.
    guard draft.isAllShown else {
      return notify("Your last message is not shown yet: it can be changed once it is")
    }
    guard let row = model.timeline.changeableRow else { return }
    if !row.isHeld.value {
      draft.change(row)
    } else if row.unsentText.value != nil {
      draft.edit(row)
    } else {
      notify("\(key("to-messages")), \(key("undo-last")) takes back what you sent last")
    }
  }
}
