import Controllers
import Models
import Signals

/// The change of a message's text in the composer, with what was written there before.
struct TextChange {
  let message: Message.ID
  /// The text of the message; like what was written before, it has links as Markdown.
  let original: String
  let before: String
  let cursorBefore: Int
  let replyBefore: ReplyTarget?
}

extension RoomDraft {
  /// Puts the text of a message in place of what is written, which returns afterwards.
  func begin(changing message: Message.ID, text original: String) {
    endChange()
    change.value = TextChange(
      message: message, original: original, before: source, cursorBefore: cursor,
      replyBefore: target.value)
    show(original, replyingTo: nil)
  }

  /// Returns to what was written before.
  func endChange() {
    guard let change = change.value else { return }
    self.change.value = nil
    show(change.before, cursor: change.cursorBefore, replyingTo: change.replyBefore)
  }
}
