import Controllers
import Models
import Signals

/// The messages that were discarded while this session runs, which can be put back.
final class Discards {
  /// Puts the last one back; disabled when there is none.
  let undo: Command<Void, Void, Never>

  private struct Discarded {
    let message: Message.ID
    let room: RoomID
  }

  private let messages = MutableProperty<[Discarded]>([])
  private let sender: any MessageSender

  init(sender: any MessageSender) {
    self.sender = sender
    let messages = messages
    undo = Command(isEnabled: messages.map { !$0.isEmpty }) { _ in
      if let last = messages.value.popLast() { sender.restore(last.message, in: last.room) }
      return .empty
    }
  }

  func discard(_ message: Message.ID, in room: RoomID) {
    sender.discard(message, in: room)
    messages.value.append(Discarded(message: message, room: room))
  }
}
