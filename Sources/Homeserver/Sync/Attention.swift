import GRDB
import MatrixWire
import ModelKit

/// Typing notices, receipts and read markers.
extension Syncing {
  /// Timeouts of typing notices, in milliseconds.
  private static let longestTyping: Int64 = 120_000
  private static let usualTyping: Int64 = 30_000

  /// `PUT /rooms/{roomId}/typing/{userId}`.
  func putTyping(_ request: Request, _ requester: Requester) async throws -> Response {
    let user: UserID = try request.identifier("user")
    let room: RoomID = try request.identifier("room")
    guard user == requester.user else {
      throw MatrixError.forbidden("you can only report your own typing")
    }
    let body: RawTypingBody = try await request.body()
    guard let room = try await store.room(room), room.membership(of: user) == .join else {
      throw Self.notInRoom
    }
    if body.isTyping {
      let timeout = min(max(body.timeout ?? Self.usualTyping, 0), Self.longestTyping)
      feed.startTyping(user, in: room, for: .milliseconds(timeout))
    } else {
      feed.stopTyping(user, in: room.id)
    }
    return .empty
  }

  /// `POST /rooms/{roomId}/receipt/{receiptType}/{eventId}`.
  func postReceipt(_ request: Request, _ requester: Requester) async throws -> Response {
    let room: RoomID = try request.identifier("room")
    let event: EventID = try request.identifier("event")
    let type = try request.parameter("type")
    let body = try await request.bodyObject()
    let thread = try Self.thread(body["thread_id"])
    let now = configuration.clock.now()
    let kind = ReceiptChange.Kind(rawValue: type)
    guard kind != nil || type == "m.fully_read" else {
      throw MatrixError.invalid("unknown receipt type")
    }
    guard kind != nil || thread == nil else {
      throw MatrixError.invalid("'thread_id' is not allowed with m.fully_read")
    }
    try await store.write { context in
      let reader = try AttentionWriter(requester.user, in: room, now: now, context)
      if let kind {
        try reader.read(event, kind, thread: thread ?? "")
      } else {
        try reader.markFullyRead(event)
      }
    }
    return .empty
  }

  /// `POST /rooms/{roomId}/read_markers`.
  func postReadMarkers(_ request: Request, _ requester: Requester) async throws -> Response {
    let room: RoomID = try request.identifier("room")
    let body: RawReadMarkersBody = try await request.body()
    let fullyRead = try Self.event(body.fullyRead, "m.fully_read")
    let read = try Self.event(body.read, "m.read")
    let readPrivate = try Self.event(body.readPrivate, "m.read.private")
    let now = configuration.clock.now()
    try await store.write { context in
      let reader = try AttentionWriter(requester.user, in: room, now: now, context)
      if let fullyRead { try reader.markFullyRead(fullyRead) }
      if let read { try reader.read(read, .read, thread: "") }
      if let readPrivate { try reader.read(readPrivate, .readPrivate, thread: "") }
    }
    return .empty
  }

  static let notInRoom = MatrixError.forbidden("you are not in this room")

  private static func event(_ text: String?, _ name: String) throws -> EventID? {
    guard let text else { return nil }
    guard let event = EventID(text) else {
      throw MatrixError.invalid("'\(name)' is not a valid event id")
    }
    return event
  }

  /// The thread of a receipt; nil for the whole room.
  private static func thread(_ value: JSONValue?) throws -> String? {
    guard let value else { return nil }
    guard let text = value.string, text.canBeKey else {
      throw MatrixError.invalid("'thread_id' must be a string of 1 to 255 bytes without U+0000")
    }
    return text
  }
}

/// Records what a member has read, within a write.
private struct AttentionWriter {
  let user: UserID
  let room: RoomID
  let now: Int64
  let context: WriteContext

  /// - Throws: `M_FORBIDDEN` when the user is not in the room.
  init(_ user: UserID, in room: RoomID, now: Int64, _ context: WriteContext) throws {
    guard try context.room(room)?.membership(of: user) == .join else { throw Syncing.notInRoom }
    self.user = user
    self.room = room
    self.now = now
    self.context = context
  }

  /// Moves a receipt forwards.
  ///
  /// Receipts for unknown events move nothing and succeed, as they do in Synapse.
  ///
  /// - Throws: `M_INVALID_PARAM` for an event outside the thread.
  func read(_ event: EventID, _ kind: ReceiptChange.Kind, thread: String) throws {
    let position = try EventRows.position(of: event, room: room, in: context.database)
    guard let position else { return }
    if !thread.isEmpty, try !isEvent(event, at: position, of: thread) {
      throw MatrixError.invalid("the event does not belong to that thread")
    }
    let old = try ReceiptRows.position(
      of: user, kind, thread: thread, in: room, from: context.database)
    guard position > old ?? -1 else { return }
    try ReceiptRows.move(
      ReceiptChange(
        room: room, user: user, kind: kind, thread: thread, event: event, eventPosition: position,
        timestamp: now, position: context.nextPosition()), in: context)
    try PushMarks.remove(of: user, in: room, upTo: position, thread: thread, context.database)
  }

  /// Whether an event starts a thread or names it as its own.
  ///
  /// `main` has all events of no other thread.
  private func isEvent(_ event: EventID, at position: Int64, of thread: String) throws -> Bool {
    guard event.rawValue != thread else { return true }
    let content = try EventRows.event(at: position, in: context.database)?.content().value()
    let relation = content?["m.relates_to"]
    guard relation?["rel_type"]?.string == "m.thread" else { return thread == "main" }
    return relation?["event_id"]?.string == thread
  }

  /// Moves the fully-read marker, which is account data of the room.
  ///
  /// - Throws: `M_UNKNOWN` with status 404 for an event that the room does not have.
  func markFullyRead(_ event: EventID) throws {
    let position = try EventRows.position(of: event, room: room, in: context.database)
    guard let position else {
      throw MatrixError(404, "M_UNKNOWN", "the event does not exist in this room")
    }
    let old = try AccountDataRows.content(
      "m.fully_read", of: user, room: room, in: context.database)
    if let old, let text = try? JSONValue(old)["event_id"]?.string, let id = EventID(text),
      let oldPosition = try EventRows.position(of: id, room: room, in: context.database),
      oldPosition >= position
    {
      return
    }
    try AccountDataRows.set(
      "m.fully_read", of: user, room: room, to: ["event_id": .string(event.rawValue)],
      in: context)
  }
}
