package import Models
package import Signals

/// Sends messages in order for each room, exactly once each, across lost connections.
package protocol MessageSender: Sendable {
  /// Queues an event for the room and sends it when its turn comes.
  ///
  /// Work starts at subscription; disposal does not take the event back. Emits it as a message that is
  /// sending, then as sent, and completes. A lost connection is not a failure: the event waits.
  /// Fails when the server rejects the event permanently, with `.encryptedRoom` when the room is or was
  /// encrypted, with `.tooLarge` when it exceeds the limit, and with the code
  /// `OutgoingEvent.targetNotSent` when the message that it refers to was not sent.
  ///
  /// An event that has a line in the history is in the timeline at once. One that has none, such as a
  /// reaction, shows at once in the message that it names, and has a line only while it has failed
  /// (`MessageContent.unsentAction`).
  ///
  /// - Parameter delay: How long `takeBack(_:in:)` can still take the event back, across restarts; after
  ///   that it is sent.
  func send(
    _ event: OutgoingEvent, to room: RoomID, after delay: Duration
  ) -> Signal<Message, RequestError>

  /// What a text will be in the history of everybody; nil for an event without a line there.
  ///
  /// Sends nothing. A long text takes milliseconds, so not on the main thread.
  func preview(_ event: OutgoingEvent) -> MessageContent?

  /// Sends a failed event again under its old transaction id. Emits and fails as `send(_:to:)`
  /// does.
  func retry(_ message: Message.ID, in room: RoomID) -> Signal<Message, RequestError>

  /// Removes a failed message, or one whose file is being or will be uploaded, from the timeline and from
  /// disk; has no effect on any other message.
  func discard(_ message: Message.ID, in room: RoomID)

  /// Ends the upload of a message's file at once; the message has failed then, and can be sent again.
  ///
  /// Has no effect on any other message.
  func stopUpload(of message: Message.ID, in room: RoomID)

  /// Undoes `discard(_:in:)`: the message returns to its old place, as failed.
  ///
  /// The last fifty messages discarded since the program started can be restored, whatever has
  /// happened in between; has no effect on any other message.
  func restore(_ message: Message.ID, in room: RoomID)

  /// Removes a message that has failed or is not due yet, and whose text, if it has one, is in the room's
  /// draft now: the caller has already handed the draft to `PlacesController`.
  ///
  /// Draft and removal go to the disk together. Work starts at subscription; disposal does not stop it.
  /// Fails, and the message stays, with `.storage` when they cannot be written, and with
  /// `.invalidInput` when the message may be on its way.
  func takeBack(_ message: Message.ID, in room: RoomID) -> Signal<Void, RequestError>

  /// Ends the time in which events can be taken back: they go out now.
  ///
  /// Work starts at subscription; disposal does not stop it. Completes when the server has them or has
  /// refused them, at once when there are none.
  func sendHeld() -> Signal<Void, Never>

  /// The messages whose files are being uploaded or wait for that: the current progress at once, then
  /// each change.
  var uploads: Signal<[Message.ID: UploadProgress], Never> { get }

  /// The number of unsent messages: the current counts at once, then each change.
  var unsentCount: Signal<UnsentCount, Never> { get }
}

extension MessageSender {
  /// Queues an event for the room, to be sent at once.
  package func send(
    _ event: OutgoingEvent, to room: RoomID
  ) -> Signal<Message, RequestError> {
    send(event, to: room, after: .zero)
  }

  /// Queues a text for the room.
  package func send(_ text: String, to room: RoomID) -> Signal<Message, RequestError> {
    send(.text(text), to: room)
  }
}

/// The numbers of an account's unsent messages.
package struct UnsentCount: Hashable, Sendable {
  /// Messages that go out without the user's help, as soon as the server accepts them.
  package var waiting: Int
  /// Messages that failed and wait for the user to retry or discard them.
  package var failed: Int
  /// When the first of those that the server limits is tried again; nil when it limits none for longer
  /// than a few seconds.
  package var limitedUntil: Timestamp?

  /// Creates counts; both are zero by default.
  package init(waiting: Int = 0, failed: Int = 0, limitedUntil: Timestamp? = nil) {
    self.waiting = waiting
    self.failed = failed
    self.limitedUntil = limitedUntil
  }
}

/// Limits on the text of one message.
package enum MessageText {
  /// The maximum size of a text in bytes, encoded as a JSON string.
  ///
  /// A whole event with its signatures and hashes may have 65,536.
  ///
  /// Source: Matrix specification, "Size limits".
  package static let mostBytes = 60_000

  /// The size of a text in bytes, encoded as a JSON string: quotes, backslashes and line breaks
  /// take two bytes, other control characters six.
  ///
  /// Not generic: another module would count byte by byte through witnesses, a hundred times as long.
  package static func byteCount(_ text: String) -> Int {
    text.utf8.reduce(0) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count + 2
      case ..<0x20: count + 6
      default: count + 1
      }
    }
  }
}
