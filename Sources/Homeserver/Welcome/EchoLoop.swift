import ModelKit

/// Answers what the companion hears: rooms beside each other, and in each one thing after the other.
struct EchoLoop: Sendable {
  let store: Store
  let rooms: Rooms
  let companion: Companion
  let log: @Sendable (String) -> Void

  /// Makes the companion's account where there is none, and takes up where it was.
  func prepare() async throws {
    let id = try await store.write { [companion, rooms] in
      try companion.id(on: rooms.configuration.serverName, in: $0)
    }
    for room in try await companion.load(id, from: store) {
      try? await moved("invite", in: room, id)
    }
  }

  /// Runs until its task is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for await room in companion.roomsWithNews {
        group.addTask { await answer(in: room) }
      }
      group.cancelAll()
    }
  }

  /// Answers what waits in a room, one after the other.
  private func answer(in room: RoomID) async {
    while let event = companion.next(in: room) {
      do {
        try await take(event)
      } catch is CancellationError {
        return
      } catch {
        // What cannot be answered, because a room was left meanwhile, stays without an answer.
        log("the companion did not answer: \(error)")
      }
    }
  }

  private func take(_ event: StoredEvent) async throws {
    guard let host = companion.id else { return }
    let content = try event.content().value()
    guard event.type != EventName.member else {
      return try await moved(content["membership"]?.string, in: event.room, host)
    }
    let isEdit = content["m.relates_to"]?["rel_type"]?.string == "m.replace"
    // Another program that repeats what it hears would be answered for ever.
    guard content["msgtype"]?.string == "m.text", !isEdit,
      content["body"]?.string?.hasPrefix(EchoAnswers.echoed) == false,
      let text = try await addressed(content["body"]?.string ?? "", in: event.room, host)
    else { return }
    // Long texts are cut: an answer must not be larger than an event may be.
    try await say(
      EchoAnswers.answer(to: String(text.prefix(2000)), event: event.id), in: event, host)
  }

  /// Follows invitations, and notes where it is no longer.
  private func moved(_ membership: String?, in room: RoomID, _ host: UserID) async throws {
    switch membership {
    case "invite":
      try await store.write { try rooms.join(room, user: host, in: $0) }
    case "join": companion.hasJoined(room)
    default: companion.hasLeft(room)
    }
  }

  /// The text if it is meant for the companion: all of it among two, what follows its name among more.
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
    _ steps: [EchoAnswers.Step], in event: StoredEvent, _ host: UserID
  ) async throws {
    var last: EventID?
    for step in steps {
      switch step {
      // For people's eyes: a change is seen only if what it changes was there for a while.
      case .pause(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
      case .say(let content):
        last = try await send(EventName.message, content, in: event.room, host)
      case .react(let key):
        let relation: JSONObject = [
          "rel_type": "m.annotation", "event_id": .string(event.id.rawValue), "key": .string(key),
        ]
        _ = try await send(
          "m.reaction", ["m.relates_to": .object(relation)], in: event.room, host)
      case .edit(let text):
        guard let id = last else { continue }
        _ = try await send(EventName.message, Self.edit(id, text), in: event.room, host)
      case .takeBack:
        guard let id = last else { continue }
        _ = try await send(
          EventName.redaction, ["redacts": .string(id.rawValue)], in: event.room, host)
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
