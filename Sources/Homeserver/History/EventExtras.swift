import GRDB
import ModelKit

/// What is told of events in `unsigned` and stands in other events, read for all of them at once.
struct EventExtras: Sendable {
  /// What to read.
  struct Options: OptionSet, Sendable {
    let rawValue: Int
    /// What a state event replaced.
    static let previousState = Options(rawValue: 1)
    /// The redactions of what was redacted.
    static let redactions = Options(rawValue: 2)
    /// The newest edits, and what belongs to threads.
    static let relations = Options(rawValue: 4)
    /// What the user was to the room at the time of each event.
    static let memberships = Options(rawValue: 8)

    /// What `/sync` tells of a timeline without a gap.
    static let timeline: Options = [.previousState, .redactions, .memberships]
    static let all: Options = [.previousState, .redactions, .relations, .memberships]
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

  /// Reads what belongs to events.
  ///
  /// - Parameters:
  ///   - ranges: What the user may see. Of an event is told what came while the user saw the room
  ///     without a break: what came after a break stands in the timeline as itself.
  static func read(
    for events: [StoredEvent], _ options: Options, user: UserID,
    within ranges: PositionRanges = .all, ignoring ignored: IgnoredUsers = .none,
    from database: Database
  ) throws -> EventExtras {
    var extras = EventExtras()
    extras.ignored = ignored
    for event in events {
      try extras.read(for: event, options, user: user, within: ranges, from: database)
    }
    return extras
  }

  /// Adds what belongs to one event.
  mutating func read(
    for event: StoredEvent, _ options: Options, user: UserID, within ranges: PositionRanges,
    from database: Database
  ) throws {
    try add(
      event, options, user: user, through: ranges.end(around: event.position), from: database)
    guard options.contains(.memberships), memberships[event.room] == nil else { return }
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

  /// Whether anything but memberships has to be read for an event, bundled relations left aside.
  static func isNeeded(for event: StoredEvent) -> Bool {
    event.stateKey != nil || event.redactedBy != nil
  }

  private mutating func add(
    _ event: StoredEvent, _ options: Options, user: UserID, through position: Int64,
    from database: Database
  ) throws {
    if options.contains(.previousState), let key = event.stateKey {
      previous[event.position] = try EventRows.stateEvent(
        StateKey(event.type, key), of: event.room, at: event.position - 1, from: database)
    }
    if let redaction = event.redactedBy {
      guard options.contains(.redactions) else { return }
      guard let redaction = try EventRows.event(redaction, in: database),
        redaction.position <= position
      else { return }
      redactions[event.position] = redaction
    } else if options.contains(.relations), event.stateKey == nil {
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
