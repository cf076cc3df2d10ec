package import Models
package import Signals

/// Sends messages: in order for each room, once each, through lost connections.
package protocol MessageSender: Sendable {
  /// Puts a text in the room's queue and sends it when its turn comes.
  ///
  /// Work starts at subscription; disposal does not take the message back. Emits the message as
  /// sending, then as sent, and completes. A lost connection is no failure: the message waits.
  /// Fails when the server refuses it for good (the message stays in the timeline as failed), with
  /// `.encryptedRoom` when the room is or was encrypted, and with `.tooLarge`.
  func send(_ text: String, to room: RoomID) -> Signal<Message, RequestError>

  /// Sends a failed message again, under its old transaction id.
  func retry(_ message: Message.ID, in room: RoomID) -> Signal<Message, RequestError>

  /// Takes a failed message out of the timeline and off the disk; has no effect on another one.
  func discard(_ message: Message.ID, in room: RoomID)

  /// Takes back the discarding of a message: it stands in its old place again, as failed.
  ///
  /// The last fifty discarded messages of this run can be had back, whatever was done since; has no
  /// effect on another message.
  func restore(_ message: Message.ID, in room: RoomID)

  /// How many messages are not sent: the current numbers at once, then each change.
  var unsentCount: Signal<UnsentCount, Never> { get }
}

/// How many messages of an account are not sent.
package struct UnsentCount: Hashable, Sendable {
  /// Those that go out by themselves, when the server takes them.
  package var waiting: Int
  /// Those that failed, and wait for their person.
  package var failed: Int

  package init(waiting: Int = 0, failed: Int = 0) {
    self.waiting = waiting
    self.failed = failed
  }
}

/// What the text of one message may be.
package enum MessageText {
  /// The most bytes that a text may have as a JSON string; an event with its signatures and hashes
  /// may have 65,536.
  ///
  /// Source: Matrix specification, "Size limits".
  package static let mostBytes = 60_000

  /// How many bytes a text takes as a JSON string: quotes, backslashes and line ends take two,
  /// other control characters six.
  package static func byteCount(_ text: some StringProtocol) -> Int {
    text.utf8.reduce(0) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count + 2
      case ..<0x20: count + 6
      default: count + 1
      }
    }
  }
}
