package import Controllers
package import Models
package import Signals
import Synchronization

/// A message sender with scripted results.
package final class FakeMessageSender: MessageSender {
  /// An event being sent to a room.
  package struct Outgoing: Hashable, Sendable {
    package var event: OutgoingEvent
    package var room: RoomID
    package var delay: Duration

    package init(_ event: OutgoingEvent, _ room: RoomID, after delay: Duration = .zero) {
      self.event = event
      self.room = room
      self.delay = delay
    }

    package init(_ text: String, _ room: RoomID) { self.init(.text(text), room) }
  }

  /// The numbers of unsent messages; replays the latest.
  package let unsent = ReplaySubject<UnsentCount, Never>(capacity: 1)
  package let onSend = Script<Outgoing, Message>("send", .send)
  package let onRetry = Script<Message.ID, Message>("retry", .send)
  package let onTakeBack = Script<Message.ID, Void>("takeBack", .send)
  private let discarded = Mutex<[Message.ID]>([])
  private let stopped = Mutex<[Message.ID]>([])
  private let restored = Mutex<[Message.ID]>([])

  /// Creates a sender with nothing to send.
  package init() {
    unsent.send(UnsentCount())
  }

  package func send(
    _ event: OutgoingEvent, to room: RoomID, after delay: Duration
  ) -> Signal<Message, RequestError> {
    onSend.signal(Outgoing(event, room, after: delay))
  }

  /// The text itself, as a notice.
  package func preview(_ event: OutgoingEvent) -> MessageContent? {
    event.text.map { .text(TextContent(body: $0, kind: .notice)) }
  }

  package func retry(_ message: Message.ID, in room: RoomID) -> Signal<Message, RequestError> {
    onRetry.signal(message)
  }

  package func discard(_ message: Message.ID, in room: RoomID) {
    discarded.withLock { $0.append(message) }
  }

  package func stopUpload(of message: Message.ID, in room: RoomID) {
    stopped.withLock { $0.append(message) }
  }

  package func restore(_ message: Message.ID, in room: RoomID) {
    restored.withLock { $0.append(message) }
  }

  package func takeBack(_ message: Message.ID, in room: RoomID) -> Signal<Void, RequestError> {
    onTakeBack.signal(message)
  }

  package func sendHeld() -> Signal<Void, Never> { .empty }

  /// The running uploads; replays the latest.
  package let uploading = ReplaySubject<[Message.ID: UploadProgress], Never>(capacity: 1)
  package var uploads: Signal<[Message.ID: UploadProgress], Never> { uploading.signal }

  package var unsentCount: Signal<UnsentCount, Never> { unsent.signal }

  /// The messages discarded since the last call.
  package func takeDiscarded() -> [Message.ID] {
    discarded.withLock { discarded in
      defer { discarded = [] }
      return discarded
    }
  }

  /// The messages whose uploads were stopped since the last call.
  package func takeStopped() -> [Message.ID] {
    stopped.withLock { stopped in
      defer { stopped = [] }
      return stopped
    }
  }

  /// The messages restored since the last call.
  package func takeRestored() -> [Message.ID] {
    restored.withLock { restored in
      defer { restored = [] }
      return restored
    }
  }
}
