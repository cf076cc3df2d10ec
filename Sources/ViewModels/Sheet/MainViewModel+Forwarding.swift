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
      "Forward to", placeholder: Self.roomPlaceholder, choices: Property(rooms.found)
    ) { answer in
      guard let room = rooms.destination(answer)?.room else { return .empty }
      // The question closes once the copy is kept; its room tells the rest.
      return sender.send(.forward(message.id, from: message.room), to: room, after: pause)
        .take(first: 1).map { _ in }
    }
  }
}

extension MessageRowViewModel {
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
