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

  /// - Parameter conversation: The open one, whose cursor goes to what is restored there.
  init(sender: any MessageSender, conversation: Property<ConversationViewModel?>) {
    self.sender = sender
    let messages = messages
    undo = Command(isEnabled: messages.map { !$0.isEmpty }) { _ in
      guard let last = messages.value.popLast() else { return .empty }
      if let open = conversation.value, open.roomID == last.room {
        open.timeline.goWhenThere(to: last.message)
      }
      sender.restore(last.message, in: last.room)
      return .empty
    }
  }

  func discard(_ message: Message.ID, in room: RoomID) {
    sender.discard(message, in: room)
    messages.value.append(Discarded(message: message, room: room))
  }
}
