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

  /// Takes a failed message out of the timeline.
  func discard(_ message: Message.ID, in room: RoomID)

  /// How many messages wait to be sent: the current number at once, then each change.
  var unsentCount: Signal<Int, Never> { get }
}
