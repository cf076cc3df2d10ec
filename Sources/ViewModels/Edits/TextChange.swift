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

extension TextChange {
  /// The change that an earlier session left with a draft.
  init?(_ kept: Draft) {
    guard let change = kept.change else { return nil }
    self.init(
      message: change.message, original: change.original, before: kept.text,
      cursorBefore: kept.cursor, replyBefore: kept.reply)
  }
}

extension RoomDraft {
  /// Puts the text of a message in place of what is written, which returns afterwards.
  func begin(changing message: Message.ID, text original: String) {
    dropChange()
    change.value = TextChange(
      message: message, original: original, before: source, cursorBefore: cursor,
      replyBefore: target.value)
    show(original, replyingTo: nil)
  }

  /// Returns to what was written before; what the change would have said can be inserted again.
  ///
  /// False when it would have said nothing else than the message.
  @discardableResult
  func dropChange() -> Bool {
    guard let change = change.value else { return false }
    let isChanged = source != change.original
    if isChanged { droppedText.value = text.value }
    endChange()
    return isChanged
  }

  /// Makes what the change would say a text of its own, in front of what was written before: the message is
  /// gone.
  ///
  /// False when that is nothing else than the message said.
  func detachChange() -> Bool {
    guard let change = change.value else { return false }
    let text = source
    endChange()
    guard text != change.original else { return false }
    insert(text)
    return true
  }

  /// Returns to what was written before.
  func endChange() {
    guard let change = change.value else { return }
    self.change.value = nil
    show(change.before, cursor: change.cursorBefore, replyingTo: change.replyBefore)
  }
}
