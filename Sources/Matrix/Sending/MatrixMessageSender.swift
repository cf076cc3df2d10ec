package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Delivers events through lost connections, restarts and server outages: in order within each
/// room, and once each.
///
/// Any thread may call.
package final class MatrixMessageSender: MessageSender {
  private let outbox: Outbox
  private let commands: AsyncStream<Outbox.Command>.Continuation
  private let work: Task<Void, Never>
  private let subscriptions = CompositeDisposable()

  /// Loads the messages that an earlier run left.
  ///
  /// They appear at once and are sent after the first
  /// sync.
  ///
  /// `places` has the drafts, to which texts return; `connection` says when an immediate retry is worthwhile. Throws `.storage` when the
  /// vault cannot be read.
  package init(
    network: MatrixNetworkController, store: AccountStore, deviceID: String,
    connection: Signal<ConnectionState, Never>, outbox storage: OutboxStorage,
    places: MatrixPlacesController, scheduler: any Scheduler, backoff: Backoff = Backoff(),
    decoder: any PictureDecoder = DirectPictureDecoder(),
    now: @escaping WallClock = systemWallClock
  ) throws(RequestError) {
    let outbox = Outbox(
      stored: try StoredOutbox(storage, device: deviceID), places: places,
      delivery: Delivery(network: network, store: store, scheduler: scheduler, backoff: backoff),
      decoder: decoder, now: now)
    // Commands come from any thread and run in the order in which they were given.
    let (stream, commands) = AsyncStream.makeStream(of: Outbox.Command.self)
    self.outbox = outbox
    self.commands = commands
    work = Task { [weak outbox] in
      await outbox?.begin()
      for await command in stream { await outbox?.obey(command) }
    }
    subscriptions.add(
      connection.subscribe(value: { state in
        if state == .online { commands.yield(.wake) }
      }))
    subscriptions.add(store.advances.subscribe(value: { commands.yield(.wake) }))
    subscriptions.add(store.echoes.subscribe(value: { commands.yield(.echo($0)) }))
  }

  deinit {
    subscriptions.dispose()
    commands.finish()
    work.cancel()
    outbox.tasks.cancelAll()
  }

  package func send(
    _ event: OutgoingEvent, to room: RoomID, after delay: Duration
  ) -> Signal<Message, RequestError> {
    Signal { [commands] observer in
      Self.yield(.send(event, room, after: delay, observer), to: commands, observer)
      return AnyDisposable()
    }
  }

  package func preview(_ event: OutgoingEvent) -> MessageContent? {
    guard let event = EventContent(event) else { return nil }
    return switch event.type {
    case EventType.message: messageContent(.object(event.content))
    case EventType.oldPollStart: PollContent(.object(event.content)).map { .poll($0) }
    default: nil
    }
  }

  package func retry(_ message: Message.ID, in room: RoomID) -> Signal<Message, RequestError> {
    Signal { [commands] observer in
      Self.yield(.retry(message, room, observer), to: commands, observer)
      return AnyDisposable()
    }
  }

  package func discard(_ message: Message.ID, in room: RoomID) {
    commands.yield(.discard(message))
  }

  package func stopUpload(of message: Message.ID, in room: RoomID) {
    commands.yield(.stopUpload(message))
  }

  package func restore(_ message: Message.ID, in room: RoomID) {
    commands.yield(.restore(message))
  }

  package func takeBack(_ message: Message.ID, in room: RoomID) -> Signal<Void, RequestError> {
    Signal { [commands] observer in
      Self.yield(.takeBack(message, observer), to: commands, observer)
      return AnyDisposable()
    }
  }

  package func sendHeld() -> Signal<Void, Never> {
    Signal { [commands] observer in
      if case .terminated = commands.yield(.sendHeld(observer)) { observer.complete() }
      return AnyDisposable()
    }
  }

  package var uploads: Signal<[Message.ID: UploadProgress], Never> { outbox.uploads.signal }

  package var unsentCount: Signal<UnsentCount, Never> { outbox.unsentCount }

  private static func yield<Value>(
    _ command: Outbox.Command, to commands: AsyncStream<Outbox.Command>.Continuation,
    _ observer: Observer<Value, RequestError>
  ) {
    // After the session has ended, nobody executes commands.
    if case .terminated = commands.yield(command) {
      observer.fail(RequestError(operation: .send, reason: .cancelled))
    }
  }
}
