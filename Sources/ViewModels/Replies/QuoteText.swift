import Models

/// The message to which another one replies, in one line.
public nonisolated struct QuoteText: Equatable, Sendable {
  /// The sender's name; empty while the message is not known.
  public var senderText = ""
  /// A number that is stable for each person and selects a colour.
  public var colorIndex = 0
  /// The program's words about the message.
  public var noteText = ""
  /// The beginning of the person's words.
  public var bodyText = ""

  package init() {}

  package init(
    senderText: String = "", colorIndex: Int = 0, noteText: String = "", bodyText: String = ""
  ) {
    self.senderText = senderText
    self.colorIndex = colorIndex
    self.noteText = noteText
    self.bodyText = bodyText
  }
}

nonisolated extension QuoteText {
  /// All of it as a label.
  public var labelText: String {
    let name = senderText.isEmpty ? "" : senderText + ":"
    return Names.label([name, noteText, bodyText].filter { !$0.isEmpty }.joined(separator: " "))
  }
}

extension RowBuilder {
  /// No line of a screen shows more.
  private static var mostScalars: Int { 400 }

  /// The quote above a reply; nil for other messages.
  func quote(in message: Message) -> QuoteText? {
    guard let reply = message.reply else { return nil }
    switch reply.quote {
    case .loading: return QuoteText(noteText: "…")
    case .missing: return QuoteText(noteText: "message not available")
    case .known(let sender, let content):
      return quote(
        Message(
          id: reply.target, roomID: message.roomID, sender: sender, timestamp: message.timestamp,
          content: content))
    }
  }

  /// The beginning of a message.
  func quote(_ message: Message) -> QuoteText {
    guard !ignored.contains(message.sender) else {
      return QuoteText(noteText: "message of somebody you ignore")
    }
    let text = eventText
    let words = text.speech(message).unicodeScalars.prefix(Self.mostScalars)
    return QuoteText(
      senderText: name(message.sender), colorIndex: Self.colorIndex(message.sender),
      noteText: message.content == .redacted ? "message removed" : text.note(message),
      bodyText: Names.oneLine(String(String.UnicodeScalarView(words))))
  }
}
