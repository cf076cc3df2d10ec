import MatrixWire
import ModelKit
import Models

/// The part of a room's history around one event, wherever that is.
struct HistoryExcerpt {
  /// How many events on each side are kept of what a server sends.
  static let mostEvents = 50

  let target: EventID
  /// Oldest first.
  let events: [StoredEvent]
  /// The members who sent them.
  let state: RawEvents
  /// The token for the events before them; nil at the beginning of the room.
  let token: String?
  /// The token for the events after them; nil at the end of the room.
  let next: String?
  let issues: JSONIssues

  /// Whether the event in the middle belongs to a thread.
  var isAboutThread: Bool { events.contains { $0.id == target && $0.thread != nil } }

  /// Nil when the server returned another event than the one requested, or more than that.
  init?(_ response: LenientResponse<RawContextResponse>, around target: EventID) {
    let raw = response.value
    guard let event = StoredEvent(raw.event), event.id == target else { return nil }
    // The token belongs to the end of the whole list: a longer one than was asked for is no use.
    guard raw.before.count <= Self.mostEvents else { return nil }
    let older = raw.before.compactMap { StoredEvent($0) }
    let newer = raw.after.prefix(Self.mostEvents).compactMap { StoredEvent($0) }
    self.target = target
    events = older.reversed() + [event] + newer
    state = raw.state
    token = raw.start
    next = raw.after.count <= Self.mostEvents ? raw.end : nil
    issues = response.issues
  }
}
