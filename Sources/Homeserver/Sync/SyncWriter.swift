import ModelKit

/// Writes the answer of a sync.
struct SyncWriter {
  let format: EventFormat

  init(_ query: SyncQuery) {
    format = EventFormat(requester: query.requester, now: query.now, includesRoom: false)
  }

  /// What is the same in each answer, because nothing here makes it: presence, encryption.
  private static let constant: [(key: String, json: [UInt8])] = [
    ("presence", Array(#"{"events":[]}"#.utf8)),
    ("to_device", Array(#"{"events":[]}"#.utf8)),
    ("device_lists", Array(#"{"changed":[],"left":[]}"#.utf8)),
    ("device_one_time_keys_count", Array(#"{"signed_curve25519":0}"#.utf8)),
    ("device_unused_fallback_key_types", Array("[]".utf8)),
  ]

  func write(_ content: SyncContent) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserve(content.size + 1024)
    writer.beginObject()
    writer.key("next_batch")
    writer.string(content.token.text)
    writer.key("account_data")
    write(content.accountData, to: &writer)
    for (key, json) in Self.constant {
      writer.key(key)
      writer.raw(checked: json)
    }
    writer.key("rooms")
    writer.beginObject()
    writer.key("join")
    writer.beginObject()
    for room in content.rooms.joined { writeJoined(room, to: &writer) }
    writer.endObject()
    writer.key("invite")
    writer.beginObject()
    for room in content.rooms.invited { write(room, to: &writer) }
    writer.endObject()
    writer.key("leave")
    writer.beginObject()
    for room in content.rooms.left {
      writer.key(room.room.rawValue)
      writer.beginObject()
      writeHistory(room, to: &writer)
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
    writer.endObject()
    return writer.finish()
  }

  private func write(_ data: [AccountDatum], to writer: inout JSONWriter) {
    events(to: &writer) { writer in
      for datum in data {
        writer.beginObject()
        writer.key("type")
        writer.string(datum.type)
        writer.key("content")
        writer.raw(checked: datum.json)
        writer.endObject()
      }
    }
  }

  /// Writes `{"events":[...]}`.
  private func events(to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void) {
    writer.beginObject()
    writer.key("events")
    writer.beginArray()
    body(&writer)
    writer.endArray()
    writer.endObject()
  }

  private func writeJoined(_ room: RoomContent, to writer: inout JSONWriter) {
    writer.key(room.room.rawValue)
    writer.beginObject()
    writeHistory(room, to: &writer)
    writer.key("ephemeral")
    events(to: &writer) { writer in
      if let typing = room.typing { write(typing: typing, to: &writer) }
      if !room.receipts.isEmpty { write(room.receipts, to: &writer) }
    }
    writer.key("unread_notifications")
    writer.beginObject()
    writer.key("notification_count")
    writer.integer(room.unread.notifications)
    writer.key("highlight_count")
    writer.integer(room.unread.highlights)
    writer.endObject()
    writer.key("summary")
    write(room.summary, to: &writer)
    writer.endObject()
  }

  /// Writes what is told of joined rooms and of left ones.
  private func writeHistory(_ room: RoomContent, to writer: inout JSONWriter) {
    writer.key("timeline")
    writer.beginObject()
    writer.key("events")
    writer.beginArray()
    for event in room.timeline.events {
      let extras = room.timeline.ownExtras[event.position] ?? room.timeline.extras
      format.write(event, extras, to: &writer)
    }
    writer.endArray()
    writer.key("limited")
    writer.boolean(room.timeline.isLimited)
    writer.key("prev_batch")
    writer.string("t\(room.timeline.start)")
    writer.endObject()
    writer.key("state")
    events(to: &writer) { writer in
      for state in room.state { write(state, to: &writer) }
    }
    writer.key("account_data")
    write(room.accountData, to: &writer)
  }

  private func write(_ state: SyncState, to writer: inout JSONWriter) {
    switch state {
    case .event(let event): format.write(event, to: &writer)
    case .entry(let key, let entry):
      writer.beginObject()
      writer.key("type")
      writer.string(key.type)
      writer.key("state_key")
      writer.string(key.key)
      writer.key("event_id")
      writer.string(entry.event.rawValue)
      writer.key("sender")
      writer.string(entry.sender.rawValue)
      writer.key("origin_server_ts")
      writer.integer(entry.timestamp)
      writer.key("content")
      writer.raw(entry.content)
      writer.key("unsigned")
      writer.beginObject()
      writer.key("age")
      writer.integer(max(0, format.now - entry.timestamp))
      writer.endObject()
      writer.endObject()
    }
  }

  private func write(typing users: [UserID], to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("m.typing")
    writer.key("content")
    writer.beginObject()
    writer.key("user_ids")
    writer.beginArray()
    for user in users { writer.string(user.rawValue) }
    writer.endArray()
    writer.endObject()
    writer.endObject()
  }

  /// Writes the receipts as one event, by event, kind and user.
  private func write(_ receipts: [ReceiptChange], to writer: inout JSONWriter) {
    var byEvent: [EventID: [ReceiptChange.Kind: [UserID: ReceiptChange]]] = [:]
    var order: [EventID] = []
    for receipt in receipts {
      if byEvent[receipt.event] == nil { order.append(receipt.event) }
      byEvent[receipt.event, default: [:]][receipt.kind, default: [:]][receipt.user] = receipt
    }
    writer.beginObject()
    writer.key("type")
    writer.string("m.receipt")
    writer.key("content")
    writer.beginObject()
    for event in order {
      writer.key(event.rawValue)
      writer.beginObject()
      for (kind, users) in byEvent[event] ?? [:] {
        writer.key(kind.rawValue)
        writer.beginObject()
        for receipt in users.values { write(receipt, to: &writer) }
        writer.endObject()
      }
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
  }

  private func write(_ receipt: ReceiptChange, to writer: inout JSONWriter) {
    writer.key(receipt.user.rawValue)
    writer.beginObject()
    writer.key("ts")
    writer.integer(receipt.timestamp)
    if !receipt.thread.isEmpty {
      writer.key("thread_id")
      writer.string(receipt.thread)
    }
    writer.endObject()
  }

  /// Writes what is told of a room to who is invited to it, without what only members see.
  private func write(_ room: InvitedRoom, to writer: inout JSONWriter) {
    writer.key(room.room.rawValue)
    writer.beginObject()
    writer.key("invite_state")
    events(to: &writer) { writer in
      for event in room.state {
        guard let content = try? event.content(), let key = event.stateKey else { continue }
        writer.beginObject()
        writer.key("type")
        writer.string(event.type)
        writer.key("state_key")
        writer.string(key)
        writer.key("sender")
        writer.string(event.sender.rawValue)
        writer.key("content")
        writer.raw(content)
        writer.endObject()
      }
    }
    writer.endObject()
  }

  private func write(_ summary: RoomSummary?, to writer: inout JSONWriter) {
    writer.beginObject()
    defer { writer.endObject() }
    guard let summary else { return }
    if let heroes = summary.heroes {
      writer.key("m.heroes")
      writer.beginArray()
      for user in heroes { writer.string(user.rawValue) }
      writer.endArray()
    }
    writer.key("m.joined_member_count")
    writer.integer(summary.joinedCount)
    writer.key("m.invited_member_count")
    writer.integer(summary.invitedCount)
  }
}
