import MatrixWire
import ModelKit

/// Encodes the response of sliding sync.
struct SlidingWriter {
  let request: SlidingRequest
  /// Writes the parts that `/sync` has too.
  let parts: SyncWriter
  /// Whether the request has continued from a position.
  let isContinued: Bool

  func write(_ content: SlidingContent, position: String) -> [UInt8] {
    JSONWriter.object(reserving: content.rooms.reduce(4096) { $0 + $1.size }) { writer in
      writer.member("pos", position)
      if !content.windows.isEmpty {
        writer.member("lists") { writer in
          for window in content.windows { write(window, to: &writer) }
        }
      }
      writer.member("rooms") { writer in
        for room in content.rooms { writer.member(room.room.rawValue) { write(room, to: &$0) } }
      }
      writer.member("extensions") { writeExtensions(content, to: &$0) }
    }
  }

  private func write(_ window: SlidingWindow, to writer: inout JSONWriter) {
    writer.member(window.name) { writer in
      writer.member("count", window.count)
      writer.member("ops", window.ranges) { range, writer in
        writer.object { writer in
          writer.member("op", "SYNC")
          writer.member("range", [range.first, range.last]) { $1.integer($0) }
          writer.member("room_ids", range.rooms) { $1.string($0.rawValue) }
        }
      }
    }
  }

  private func write(_ room: SlidingRoom, to writer: inout JSONWriter) {
    writer.member("notification_count", room.unread?.notifications ?? 0)
    writer.member("highlight_count", room.unread?.highlights ?? 0)
    if let stamp = room.bumpStamp { writer.member("bump_stamp", stamp) }
    if let count = room.joinedCount { writer.member("joined_count", count) }
    if let count = room.invitedCount { writer.member("invited_count", count) }
    if let name = room.name { writer.member("name", name) }
    if let avatar = room.avatar { writer.member("avatar", avatar) }
    if !room.heroes.isEmpty { writer.member("heroes", room.heroes, write) }
    if room.isInitial { writer.member("initial", true) }
    if room.isExpanded { writer.member("unstable_expanded_timeline", true) }
    if !room.state.isEmpty {
      writer.member("required_state", room.state) {
        parts.format.write($0, room.stateExtras, to: &$1)
      }
    }
    if let timeline = room.timeline {
      if !timeline.events.isEmpty {
        writer.member("timeline", timeline.events) {
          parts.format.write($0, timeline.extras, to: &$1)
        }
      }
      writer.member("limited", timeline.isLimited)
      writer.member("prev_batch", PageToken.text(behind: timeline.start))
      writer.member("num_live", room.liveCount)
    }
    if room.isDirect { writer.member("is_dm", true) }
    if !room.strippedState.isEmpty {
      writer.key("invite_state")
      parts.write(stripped: room.strippedState, to: &writer)
    }
  }

  private func write(_ hero: SlidingRoom.Hero, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("user_id", hero.user.rawValue)
      if let name = hero.name { writer.member("displayname", name) }
      if let avatar = hero.avatar { writer.member("avatar_url", avatar) }
    }
  }

  private func writeExtensions(_ content: SlidingContent, to writer: inout JSONWriter) {
    let extensions = request.extensions
    if extensions?.toDevice?.isEnabled == true {
      // This server has no messages between devices.
      writer.member("to_device") { writer in
        writer.member("next_batch", extensions?.toDevice?.since ?? "0")
        writer.member("events", [Int]()) { $1.integer($0) }
      }
    }
    if extensions?.encryption?.isEnabled == true { writeKeys(to: &writer) }
    if extensions?.accountData?.isEnabled == true {
      writer.member("account_data") { writer in
        writer.member("global", content.accountData, parts.write)
        rooms(content.roomAccountData, to: &writer) { $1.array($0, parts.write) }
      }
    }
    if extensions?.receipts?.isEnabled == true {
      writer.member("receipts") { writer in
        rooms(content.receipts, to: &writer) { parts.write($0, to: &$1) }
      }
    }
    if extensions?.typing?.isEnabled == true {
      let typing = content.typing.map { (room: $0.key, $0.value) }
      writer.member("typing") { writer in
        rooms(typing, to: &writer) { parts.write(typing: $0, to: &$1) }
      }
    }
  }

  /// This server has no encryption keys.
  private func writeKeys(to writer: inout JSONWriter) {
    writer.member("e2ee") { writer in
      writer.member("device_one_time_keys_count", checked: Array(#"{"signed_curve25519":0}"#.utf8))
      writer.member("device_unused_fallback_key_types", checked: Array("[]".utf8))
      if isContinued {
        writer.member("device_lists", checked: Array(#"{"changed":[],"left":[]}"#.utf8))
      }
    }
  }

  private func rooms<Value>(
    _ rooms: [(room: RoomID, Value)], to writer: inout JSONWriter,
    _ write: (Value, inout JSONWriter) -> Void
  ) {
    writer.member("rooms") { writer in
      for (room, value) in rooms {
        writer.key(room.rawValue)
        write(value, &writer)
      }
    }
  }
}
