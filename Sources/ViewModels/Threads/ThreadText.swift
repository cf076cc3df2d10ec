import Models

/// The thread that a message begins, in one line.
public nonisolated struct ThreadText: Equatable, Sendable {
  /// "3 replies".
  public var countText = ""
  /// "2 new", "2+ new" where there may be more, or empty.
  public var unreadText = ""
  /// Whether one of the unread messages mentions the account.
  public var mentionsMe = false
  /// That a message could not be sent, or empty.
  public var failedText = ""
  /// "draft" when something waits there to be sent, or empty.
  public var draftText = ""
  /// The newest message.
  public var latest = QuoteText()
  /// When that was sent: "12:34", or the day when it is another than that of the first message.
  public var timeText = ""

  package init() {}
}

extension RowBuilder {
  /// The line below a message that begins a thread, or for which such a draft is written; nil for other
  /// messages.
  func thread(of message: Message) -> ThreadText? {
    var text = ThreadText()
    text.draftText = threadDrafts.contains(message.threadName) ? "draft" : ""
    guard let thread = message.thread else { return text.draftText.isEmpty ? nil : text }
    text.countText =
      thread.count == 1 ? "1 reply" : "\(CountText.grouped(thread.count)) replies"
    let unread = CountText.text(thread.unreadCount, isLeast: thread.unreadIsLeast)
    text.unreadText = thread.unreadCount > 0 ? "\(unread) new" : ""
    text.mentionsMe = thread.mentionCount > 0
    text.failedText = thread.hasFailed ? "not sent" : ""
    guard let sender = thread.latestSender, let content = thread.latestContent,
      let sent = thread.latestTime
    else { return text }
    text.latest = quote(
      Message(
        id: message.id, roomID: message.roomID, sender: sender, timestamp: sent, content: content))
    text.timeText =
      time.day(sent) == time.day(message.timestamp)
      ? time.clock(sent) : time.dayText(sent, now: message.timestamp)
    return text
  }
}
