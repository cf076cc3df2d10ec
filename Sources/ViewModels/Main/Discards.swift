import Controllers
import Models
import Signals

/// The messages discarded during this session, which can be restored.
final class Discards {
  /// Restores the last one of the open room; disabled when it has none.
  let undo: Command<Void, Void, Never>

  private struct Discarded {
    let message: Message.ID
    let room: RoomID
    /// What the message says, in a line.
    let words: String
  }

  private let messages = MutableProperty<[Discarded]>([])
  private let sender: any MessageSender

  /// - Parameters:
  ///   - conversation: The open one, whose cursor goes to what is restored.
  ///   - notices: Tell what is restored.
  init(
    sender: any MessageSender, conversation: Property<ConversationViewModel?>, notices: Notices
  ) {
    self.sender = sender
    let messages = messages
    let canUndo = messages.combineLatest(with: conversation).map { messages, open in
      messages.contains { $0.room == open?.roomID }
    }
    undo = Command(isEnabled: canUndo) { _ in
      guard let open = conversation.value,
        let index = messages.value.lastIndex(where: { $0.room == open.roomID })
      else { return .empty }
      let last = messages.value.remove(at: index)
      open.timeline.goWhenThere(to: last.message)
      sender.restore(last.message, in: last.room)
      notices.tell("Back in the list of unsent messages: \(last.words)")
      return .empty
    }
  }

  /// - Parameter content: What the message says, for the words when it comes back.
  func discard(_ message: Message.ID, in room: RoomID, saying content: Message?) {
    sender.discard(message, in: room)
    let words = content.map(Self.words) ?? "a message"
    messages.value.append(Discarded(message: message, room: room, words: words))
  }

  private static func words(of message: Message) -> String {
    let text = EventText { $0.rawValue }
    let words = [text.speech(message), text.note(message)].first { !$0.isBlank } ?? ""
    return Names.visible(words).map { Names.label(Names.oneLine($0)) } ?? "a message"
  }
}
