import ModelKit

/// Encodes the response of a sync.
struct SyncWriter {
  let format: EventFormat
  private let now: Int64

  init(_ query: SyncQuery) {
    now = query.now
    format = EventFormat(requester: query.requester, now: query.now, includesRoom: false)
  }

  /// Constant members, because this server has no encryption keys.
  private static let constant: [(key: String, json: [UInt8])] = [
    ("to_device", Array(#"{"events":[]}"#.utf8)),
    ("device_lists", Array(#"{"changed":[],"left":[]}"#.utf8)),
    ("device_one_time_keys_count", Array(#"{"signed_curve25519":0}"#.utf8)),
    ("device_unused_fallback_key_types", Array("[]".utf8)),
  ]

  func write(_ content: SyncContent) -> [UInt8] {
    JSONWriter.object(reserving: content.size + 1024) { writer in
      writer.member("next_batch", content.token.text)
      write(content.accountData, to: &writer)
      events("presence", content.presence, to: &writer, write)
      for (key, json) in Self.constant { writer.member(key, checked: json) }
      writer.member("rooms") { writer in
        rooms("join", content.rooms.joined, \.room, to: &writer, writeJoined)
        rooms("invite", content.rooms.invited, \.room, to: &writer) {
          write($0, as: "invite_state", to: &$1)
        }
        rooms("knock", content.rooms.knocked, \.room, to: &writer) {
          write($0, as: "knock_state", to: &$1)
        }
        rooms("leave", content.rooms.left, \.room, to: &writer, writeHistory)
      }
    }
  }

  private func rooms<Room>(
    _ name: String, _ rooms: [Room], _ id: (Room) -> RoomID, to writer: inout JSONWriter,
    _ write: (Room, inout JSONWriter) -> Void
  ) {
    writer.member(name) { writer in
      for room in rooms { writer.member(id(room).rawValue) { write(room, &$0) } }
    }
  }

  private func write(_ data: [AccountDatum], to writer: inout JSONWriter) {
    events("account_data", data, to: &writer, write)
  }

  private func write(_ news: PresenceNews, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("type", "m.presence")
      writer.member("sender", news.user.rawValue)
      writer.member("content") { news.presence.write(to: &$0, now: now) }
    }
  }

  func write(_ datum: AccountDatum, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("type", datum.type)
      writer.member("content", checked: datum.json)
    }
  }

  /// Writes a member `{"events":[...]}`.
  private func events<Event>(
    _ name: String, _ events: [Event], to writer: inout JSONWriter,
    _ write: (Event, inout JSONWriter) -> Void
  ) {
    writer.member(name) { $0.member("events", events, write) }
  }

  private func writeJoined(_ room: RoomContent, to writer: inout JSONWriter) {
    writeHistory(room, to: &writer)
    writer.member("ephemeral") { writer in
      writer.key("events")
      writer.beginArray()
      if let typing = room.typing { write(typing: typing, to: &writer) }
      if !room.receipts.isEmpty { write(room.receipts, to: &writer) }
      writer.endArray()
    }
    writer.member("unread_notifications") { write(room.unread, to: &$0) }
    if !room.unread.threads.isEmpty {
      writer.member("unread_thread_notifications") { writer in
        for (root, unread) in room.unread.threads {
          writer.member(root.rawValue) { write(unread, to: &$0) }
        }
      }
    }
    writer.member("summary") { writer in
      guard let summary = room.summary else { return }
      if let heroes = summary.heroes {
        writer.member("m.heroes", heroes) { $1.string($0.rawValue) }
      }
      writer.member("m.joined_member_count", summary.joinedCount)
      writer.member("m.invited_member_count", summary.invitedCount)
    }
  }

  private func write(_ unread: UnreadCount, to writer: inout JSONWriter) {
    writer.member("notification_count", unread.notifications)
    writer.member("highlight_count", unread.highlights)
  }

  /// Writes the members that joined and left rooms have in common.
  private func writeHistory(_ room: RoomContent, to writer: inout JSONWriter) {
    writer.member("timeline") { writer in
      writer.member("events", room.timeline.events) {
        format.write($0, room.timeline.extras, to: &$1)
      }
      writer.member("limited", room.timeline.isLimited)
      writer.member("prev_batch", "t\(room.timeline.start)")
    }
    events("state", room.state, to: &writer) { format.write($0, to: &$1) }
    write(room.accountData, to: &writer)
  }

  func write(typing users: [UserID], to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("type", "m.typing")
      writer.member("content") { writer in
        writer.member("user_ids", users) { $1.string($0.rawValue) }
      }
    }
  }

  /// Writes the receipts as one event, grouped by event, kind and user.
  func write(_ receipts: [ReceiptChange], to writer: inout JSONWriter) {
    var byEvent: [EventID: [ReceiptChange.Kind: [UserID: ReceiptChange]]] = [:]
    var order: [EventID] = []
    for receipt in receipts {
      if byEvent[receipt.event] == nil { order.append(receipt.event) }
      byEvent[receipt.event, default: [:]][receipt.kind, default: [:]][receipt.user] = receipt
    }
    writer.object { writer in
      writer.member("type", "m.receipt")
      writer.member("content") { writer in
        for event in order {
          writer.member(event.rawValue) { writer in
            for (kind, users) in byEvent[event] ?? [:] {
              writer.member(kind.rawValue) { writer in
                for receipt in users.values { write(receipt, to: &writer) }
              }
            }
          }
        }
      }
    }
  }

  private func write(_ receipt: ReceiptChange, to writer: inout JSONWriter) {
    writer.member(receipt.user.rawValue) { writer in
      writer.member("ts", receipt.timestamp)
      if !receipt.thread.isEmpty { writer.member("thread_id", receipt.thread) }
    }
  }

  private func write(_ room: StrippedRoom, as name: String, to writer: inout JSONWriter) {
    writer.member(name) { writer in
      writer.key("events")
      write(stripped: room.state, to: &writer)
    }
  }

  /// Writes the stripped state of an invitation or a request to join.
  func write(stripped state: [StoredEvent], to writer: inout JSONWriter) {
    let readable = state.compactMap { event in (try? event.content()).map { (event, $0) } }
    writer.array(readable) { state, writer in
      let (event, content) = state
      writer.object { writer in
        writer.member("type", event.type)
        writer.member("state_key", event.stateKey ?? "")
        writer.member("sender", event.sender.rawValue)
        writer.member("content", content)
      }
    }
  }
}
