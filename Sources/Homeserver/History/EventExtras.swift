import GRDB
import ModelKit

/// The parts of `unsigned` that come from other events.
struct EventExtras: Sendable {
  /// The parts to read.
  enum Part: Sendable {
    /// The user's membership at the time of each event.
    case memberships
    /// The content that a state event replaced.
    case previousState
    /// Both of these, redactions, the newest edits, references and thread summaries.
    case all
  }

  /// By the position of the event to which they belong.
  private(set) var previous: [Int64: StoredEvent] = [:]
  private(set) var redactions: [Int64: StoredEvent] = [:]
  private(set) var replacements: [Int64: StoredEvent] = [:]
  private(set) var references: [Int64: [EventID]] = [:]
  private(set) var threads: [Int64: ThreadSummary] = [:]
  /// By room.
  var memberships: [RoomID: MembershipHistory] = [:]
  /// The users whose messages thread summaries leave out.
  var ignored = IgnoredUsers.none

  static let none = EventExtras()

  /// Adds the extras of one event.
  ///
  /// - Parameter ranges: The visible ranges. Only events in the same range as the event itself are
  ///   added; what follows a break in the visibility appears in the timeline.
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

  /// The approximate size in bytes of an event with its extras.
  func size(of event: StoredEvent) -> Int {
    let thread = threads[event.position]?.latest
    let bundled = [
      previous[event.position], redactions[event.position], replacements[event.position], thread,
      thread.flatMap { replacements[$0.position] },
    ]
    let references = references[event.position]?.reduce(0) { $0 + $1.rawValue.utf8.count + 16 }
    return bundled.reduce(event.size + (references ?? 0)) { $0 + ($1?.size ?? 0) }
  }

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
      let references = try EventRows.references(
        to: event, ignoring: ignored, through: position, from: database)
      if !references.isEmpty { self.references[event.position] = references }
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
