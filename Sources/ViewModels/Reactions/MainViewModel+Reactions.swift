import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks with what to react to a message; the key of an own reaction takes it back.
  public func askToReact(to row: MessageRowViewModel) {
    guard row.canRelate, let message = row.message else { return }
    let emoji = EmojiFinder(world.emoji())
    let sender = session.sender
    let power = conversation.value.flatMap { $0.roomID == message.room ? $0.composer.power : nil }
    questions.ask(
      "React to the message", placeholder: "an emoji, its name, or a short text in quotes",
      about: quote(of: row), complete: emoji.suggestions
    ) { [weak row] answer in
      let reactions = row?.shown?.reactions ?? []
      // A text that the message has below it is no mistyped name.
      let known = reactions.first { $0.key == answer }?.key
      guard let key = emoji.key(answer) ?? known else {
        return .failed(Self.notEmoji(answer))
      }
      let own = reactions.first { $0.key == key }?.own
      if own == nil, let refusal = power?.reactionText.value, !refusal.isEmpty {
        return .failed(RequestError(operation: .send, reason: .unusableValue(refusal)))
      }
      let event = own.map { OutgoingEvent.redaction($0) } ?? .reaction(key, to: message.id)
      // The question closes once the reaction is kept; the message tells the rest.
      return sender.send(event, to: message.room).take(first: 1).map { _ in }
    }
  }

  private static func notEmoji(_ answer: String) -> RequestError {
    let name = Names.label(Names.oneLine(answer))
    return RequestError(
      operation: .send,
      reason: .unusableValue(
        "No emoji is called “\(name)”. To react with a text, put it in quotes."))
  }
}

extension MessageRowViewModel {
  /// Whether other events can refer to the message: people's words that were or will be sent.
  public var canRelate: Bool {
    guard let shown else { return false }
    if case .failed = shown.delivery { return false }
    switch shown.content {
    case .text, .image, .sticker, .file, .location, .poll, .encrypted, .unknown: return true
    case .redacted, .membership, .roomName, .roomTopic, .roomChange, .roomCreated,
      .encryptionEnabled, .call, .unsentAction:
      return false
    }
  }
}
