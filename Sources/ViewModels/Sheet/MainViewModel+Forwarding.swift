import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks to which room to send a copy of a message.
  ///
  /// - Parameter tell: Says what becomes of it, in another room than the one on the screen.
  public func askToForward(_ row: MessageRowViewModel, tell: @escaping (String) -> Void) {
    guard row.canForward, let message = row.message else { return }
    let (sender, pause, connection) = (session.sender, world.undoPause, status.connectionState)
    let rooms = roomIndex { $0.membership == .joined && !$0.isSpace }
    let roomList = roomList
    questions.askForChoice(
      "Forward to", placeholder: Self.roomPlaceholder, about: quote(of: row),
      choices: Property(rooms.found)
    ) { answer in
      guard let room = rooms.destination(answer)?.room else { return .empty }
      let name = roomList.allRooms.first { $0.id == room }.map { Names.label($0) } ?? room.rawValue
      let copy = sender.send(.forward(message.id, from: message.room), to: room, after: pause)
        .onMain(value: {
          tell(
            Self.forwarded($0.delivery, to: name, isOffline: connection.value == .offline, pause))
        })
      // The question closes once the copy is kept; what is told later does not end with it.
      return copy.detached().take(first: 1).map { _ in }
    }
  }

  private static func forwarded(
    _ delivery: Delivery, to room: String, isOffline: Bool, _ pause: Duration
  ) -> String {
    switch delivery {
    case .sent: "Forwarded to \(room)"
    case .failed: "Not forwarded: \(room) shows why"
    case .sending, .held:
      if isOffline {
        "Will be forwarded to \(room) once the server can be reached"
      } else if pause > .zero {
        "Will be forwarded to \(room) in \(pause.components.seconds) s"
      } else {
        "Forwarding to \(room)…"
      }
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
