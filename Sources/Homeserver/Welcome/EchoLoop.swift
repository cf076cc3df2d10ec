import MatrixWire
import ModelKit

/// Handles the companion's items: rooms concurrently, and the items of a room in order.
struct EchoLoop: Sendable {
  private let store: Store
  private let rooms: Rooms
  private let feed: Feed
  private let companion: Companion
  private let limits: EchoLimits
  private let log: @Sendable (String) -> Void

  init(
    store: Store, rooms: Rooms, feed: Feed, companion: Companion,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.rooms = rooms
    self.feed = feed
    self.companion = companion
    self.log = log
    limits = EchoLimits(clock: rooms.configuration.clock)
  }

  /// Creates the companion's account if it is missing, loads its invitations, and shows it as online: it
  /// is there as long as the server is.
  func prepare() async throws {
    let id = try await store.write { [companion, rooms] in
      try companion.id(on: rooms.configuration.serverName, in: $0)
    }
    try await companion.load(id, from: store)
    feed.set(.online, status: nil, of: id, now: rooms.configuration.clock.now())
  }

  /// Runs until its task is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await room in companion.roomsWithNews {
        group.addTask { await work(in: room) }
      }
      group.cancelAll()
    }
  }

  private func work(in room: RoomID) async {
    guard let host = companion.id else { return }
    while let item = companion.next(in: room) {
      do {
        switch item {
        case .invitation: try await accept(room, host)
        case .message(let event): try await reply(to: event, host)
        }
      } catch is CancellationError {
        return
      } catch {
        // For example because the companion has left the room in the meantime.
        log("the companion did not reply: \(error)")
      }
    }
  }

  /// Joins a room, or declines if it cannot: it would try a remaining invitation at every start.
  private func accept(_ room: RoomID, _ host: UserID) async throws {
    try await store.write { context in
      do {
        try context.attempt { try rooms.join(room, user: host, in: $0) }
      } catch is MatrixError {
        try rooms.leave(room, user: host, in: context)
      }
    }
  }

  private func reply(to event: StoredEvent, _ host: UserID) async throws {
    let content = try event.content().value()
    let isEdit = content["m.relates_to"]?["rel_type"]?.string == "m.replace"
    guard content["msgtype"]?.string == "m.text", !isEdit,
      let text = try await addressed(content["body"]?.string ?? "", in: event.room, host)
    else { return }
    // A reply with a long text would be larger than an event may be.
    let steps = EchoReplies.reply(to: String(text.prefix(2000)))
    guard limits.allow(steps.count, in: event.room, to: event.sender) else { return }
    try await say(steps, in: event.room, host)
  }

  /// The text meant for the companion: all of it between two members, the rest after its name among
  /// more, nil without its name.
  private func addressed(
    _ text: String, in room: RoomID, _ host: UserID
  ) async throws -> String? {
    guard let snapshot = try await store.room(room), snapshot.joinedCount > 2 else { return text }
    let lowered = text.lowercased()
    for name in [host.rawValue, "echo"] where lowered.hasPrefix(name) {
      let rest = text.dropFirst(name.count)
      guard let mark = rest.first, !mark.isLetter else { continue }
      return String(rest.drop { $0 == ":" || $0 == "," || $0.isWhitespace })
    }
    return nil
  }

  private func say(
    _ steps: [EchoReplies.Step], in room: RoomID, _ host: UserID
  ) async throws {
    var last: EventID?
    for step in steps {
      switch step {
      // People notice a change only after they have seen the message for a while.
      case .pause(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
      case .say(let content):
        last = try await send(EventType.message, content, in: room, host)
      case .edit(let text):
        guard let id = last else { continue }
        _ = try await send(EventType.message, Self.edit(id, text), in: room, host)
      case .redact:
        guard let id = last else { continue }
        _ = try await send(
          EventType.redaction, ["redacts": .string(id.rawValue)], in: room, host)
      }
    }
  }

  private static func edit(_ event: EventID, _ text: String) -> JSONObject {
    [
      "msgtype": "m.text", "body": .string("* \(text)"),
      "m.new_content": ["msgtype": "m.text", "body": .string(text)],
      "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event.rawValue)],
    ]
  }

  private func send(
    _ type: String, _ content: JSONObject, in room: RoomID, _ host: UserID
  ) async throws -> EventID {
    try await store.write { context in
      try rooms.send(
        EventDraft(room: room, sender: host, type: type, content: content), in: context
      ).id
    }
  }
}
