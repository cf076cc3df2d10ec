import Controllers
import Models
import Signals

extension ComposerViewModel {
  /// Makes the text a reply to a message.
  public func reply(to row: MessageRowViewModel) {
    guard row.canRelate, let message = row.shown else { return }
    draft.dropChange()
    let isOwn = message.sender == session.userID
    draft.reply(
      to: ReplyTarget(
        message: message.eventID.map { Message.ID($0) } ?? message.id,
        mentioned: isOwn ? nil : message.sender))
  }

  /// Ends what the banner shows.
  ///
  /// The text of a reply stays, and that of a change can be inserted again: see `droppedText`. False when
  /// there is no banner.
  @discardableResult
  public func dropBanner() -> Bool {
    if draft.change.value != nil {
      if draft.dropChange() { tellDropped() }
    } else if draft.target.value != nil {
      draft.reply(to: nil)
    } else {
      return false
    }
    return true
  }

  /// A reply that returns to the composer keeps what it replies to.
  func takeOverReply(of message: Message?) {
    guard draft.target.value == nil, let reply = message?.reply else { return }
    draft.reply(to: ReplyTarget(message: reply.target, mentioned: message?.mentions?.users.first))
  }
}

extension TimelineViewModel {
  /// The beginning of a message, as far as it is loaded.
  func quote(of message: Message.ID) -> QuoteText {
    quoted(message) ?? QuoteText(noteText: "a message that is not loaded")
  }
}
