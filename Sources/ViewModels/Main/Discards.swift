import Controllers
import Models
import Signals

/// The messages discarded during this session, which can be restored.
final class Discards {
  /// Restores the last one; disabled when there is none.
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
