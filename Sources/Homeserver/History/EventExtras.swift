import GRDB
import ModelKit

/// What is told of events in `unsigned` and stands in other events, read for all of them at once.
struct EventExtras: Sendable {
  /// What to read.
  enum Part: Sendable {
    /// What the user was to the room at the time of each event.
    case memberships
    /// What a state event replaced.
    case previousState
    /// These, redactions, the newest edits, and what belongs to threads.
    case all
  }

  /// By the position of the event that they belong to.
  private(set) var previous: [Int64: StoredEvent] = [:]
  private(set) var redactions: [Int64: StoredEvent] = [:]
  private(set) var replacements: [Int64: StoredEvent] = [:]
  private(set) var threads: [Int64: ThreadSummary] = [:]
  /// By room.
  var memberships: [RoomID: MembershipHistory] = [:]
  /// Whose messages do not stand for a thread.
  var ignored = IgnoredUsers.none

  /// Nothing is told but what the events themselves hold.
  static let none = EventExtras()

  /// Adds what belongs to one event.
  ///
  /// - Parameter ranges: What the user may see. Of an event is told what came while the user saw the
  ///   room without a break: what came after a break stands in the timeline as itself.
  mutating func read(
    for event: StoredEvent, _ part: Part, user: UserID, within ranges: PositionRanges,
    from database: Database
  ) throws {
    try add(
      event, part, user: user, through: ranges.end(around: event.position), from: database)
    guard part != .previousState, memberships[event.room] == nil else { return }
    memberships[event.room] = try MembershipHistory.read(
      of: user, in: event.room, from: database)
  }

  /// How many bytes an event takes with what belongs to it, roughly.
  func size(of event: StoredEvent) -> Int {
    let thread = threads[event.position]?.latest
    let bundled = [
      previous[event.position], redactions[event.position], replacements[event.position], thread,
      thread.flatMap { replacements[$0.position] },
    ]
    return bundled.reduce(event.size) { $0 + ($1?.size ?? 0) }
  }

  /// How many bytes events take with what belongs to them, roughly.
  func size(of events: some Sequence<StoredEvent>) -> Int {
    events.reduce(0) { $0 + size(of: $1) }
  }

  private mutating func add(
    _ event: StoredEvent, _ part: Part, user: UserID, through position: Int64,
    from database: Database
  ) throws {
    if part == .memberships { return }
    if let key = event.stateKey {
      previous[event.position] = try EventRows.stateEvent(
        StateKey(event.type, key), of: event.room, at: event.position - 1, from: database)
    }
    if part == .previousState { return }
    if let redaction = event.redactedBy {
      guard let redaction = try EventRows.event(redaction, in: database),
        redaction.position <= position
      else { return }
      redactions[event.position] = redaction
    } else if event.stateKey == nil {
      replacements[event.position] = try EventRows.replacement(
        of: event, through: position, from: database)
      guard
        let thread = try EventRows.thread(
          of: event, for: user, ignoring: ignored, through: position, from: database)
      else { return }
      threads[event.position] = thread
      replacements[thread.latest.position] = try EventRows.replacement(
        of: thread.latest, through: position, from: database)
    }
  }
}
