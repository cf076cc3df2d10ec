package import Models

/// An event to send to a room.
///
/// Other messages are named by their identity, even those that are not sent yet: such an event waits
/// until the server has them.
package indirect enum OutgoingEvent: Hashable, Sendable {
  /// A text, perhaps in reply to a message.
  case text(String, as: TextForm = .markdown, replyTo: ReplyTarget? = nil)
  /// A new text for a message of the account; of a file, a new caption, or none when it is empty.
  ///
  /// A notice stays one, and a file keeps its address.
  case edit(Message.ID, text: String, as: TextForm = .markdown)
  /// A reaction to a message, usually an emoji.
  case reaction(String, to: Message.ID)
  /// The removal of a message.
  case redaction(Message.ID, reason: String? = nil)
  /// The mark of a message as an important one of its room, for everybody there.
  case pin(EventID)
  /// The end of such a mark.
  case unpin(EventID)
  /// A message of another room, without what it refers to and whom it mentions.
  case forward(Message.ID, from: RoomID)
  /// A file of this machine, with a text. The program keeps a copy until the server has it.
  ///
  /// A reduced picture is smaller and has nothing but its pixels; other files cannot be reduced.
  case file(
    path: String, caption: String? = nil, as: TextForm = .markdown, isReduced: Bool = false)
  /// A question with answers to choose from.
  case poll(NewPoll)
  /// What the account chooses in a poll, in place of what it chose before; none takes that back.
  case vote([String], in: Message.ID)
  /// The end of a poll, with the result in words for programs that know no polls.
  case pollEnd(Message.ID, result: String)
  /// A text, a poll or a file in a thread; any other event names a message, and with it the thread.
  case threaded(OutgoingEvent, in: ThreadTarget)
  /// An event of any other type; the content is the text of a JSON object.
  case other(type: String, json: String)

  /// The code of a failure: the message that the event belongs to was not sent.
  package static let targetNotSent = "CHAT_TUI_TARGET_NOT_SENT"
  /// The code of a failure: the message to forward was removed, is not known, or is for its room only.
  package static let notForwardable = "CHAT_TUI_NOT_FORWARDABLE"
  /// The code of a failure: the file is larger than the server accepts.
  package static let fileTooLarge = "CHAT_TUI_FILE_TOO_LARGE"
  /// The code of a failure: the program's copy of the file is gone.
  package static let fileGone = "CHAT_TUI_FILE_GONE"
  /// The code of a failure: the account may not pin messages in the room.
  package static let notPinnable = "CHAT_TUI_NOT_PINNABLE"
  /// The code of a failure: the user stopped the upload.
  package static let stopped = "CHAT_TUI_STOPPED"
  /// The code of a failure: the user took the file back before it was due.
  package static let takenBack = "CHAT_TUI_TAKEN_BACK"

  /// The text as a change of a message; another event as it is.
  package func changing(_ message: Message.ID) -> OutgoingEvent {
    guard case .text(let text, let form, _) = self else { return self }
    return .edit(message, text: text, as: form)
  }

  /// A text with another target; another event as it is.
  package func replying(to target: ReplyTarget?) -> OutgoingEvent {
    if case .threaded(let event, let thread) = self {
      return .threaded(event.replying(to: target), in: thread)
    }
    guard case .text(let text, let form, _) = self else { return self }
    return .text(text, as: form, replyTo: target)
  }

  /// What the user wrote, of a text.
  package var text: String? {
    switch self {
    case .text(let text, _, _): text
    case .threaded(let event, _): event.text
    default: nil
    }
  }
}

/// The thread that a new message belongs to.
package struct ThreadTarget: Hashable, Sendable {
  /// The message that begins the thread.
  package var root: Message.ID
  /// The newest message of the thread that the server has, which the new one answers for clients that
  /// know no threads.
  package var latest: Message.ID

  /// Creates a target.
  package init(root: Message.ID, latest: Message.ID) {
    self.root = root
    self.latest = latest
  }
}

/// The message that a new one replies to.
package struct ReplyTarget: Hashable, Sendable {
  /// The message.
  package var message: Message.ID
  /// Its sender, whom the reply mentions; nil for a message of the account itself.
  package var mentioned: UserID?

  /// Creates a target, by default one whose sender is not mentioned.
  package init(message: Message.ID, mentioned: UserID? = nil) {
    self.message = message
    self.mentioned = mentioned
  }
}
