import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks to which room to send a copy of a message.
  public func askToForward(_ row: MessageRowViewModel) {
    guard row.canForward, let message = row.message else { return }
    let (sender, pause) = (session.sender, world.undoPause)
    let rooms = roomIndex { $0.membership == .joined && !$0.isSpace }
    questions.askForChoice(
      "Forward to", placeholder: Self.roomPlaceholder, about: quote(of: row),
      choices: Property(rooms.found)
    ) { answer in
      guard let room = rooms.destination(answer)?.room else { return .empty }
      // The question closes once the copy is kept; its room tells the rest.
      return sender.send(.forward(message.id, from: message.room), to: room, after: pause)
        .take(first: 1).map { _ in }
    }
  }
}

extension MessageRowViewModel {
  /// Why no copy can be sent of what somebody wrote; nil where one can, or where nobody would look for that.
  public var forwardRefusalText: String? {
    guard let shown, shown.eventID != nil, shown.delivery == .sent else { return nil }
    return switch shown.content {
    case .poll: "A poll stays in its room: its votes cannot be forwarded"
    case .unknown: "A message of this type stays in its room: other programs could not read a copy"
    case .encrypted: "This version cannot read the message, so it cannot forward it"
    default: nil
    }
  }

  /// Whether a copy can be sent to another room: words or files that the server has.
  public var canForward: Bool {
    guard let shown, shown.eventID != nil, shown.delivery == .sent else { return false }
    switch shown.content {
    case .text, .image, .sticker, .file, .location: return true
    case .poll, .encrypted, .unknown, .redacted, .membership, .roomName, .roomTopic, .roomChange,
      .roomCreated, .encryptionEnabled, .call, .unsentAction:
      return false
    }
  }
}
