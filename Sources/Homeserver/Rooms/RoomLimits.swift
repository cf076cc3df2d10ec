import MatrixWire
import ModelKit

/// How often a user may do what makes events.
///
/// The figures are far above what people do, what a client sends after an outage and what a bridge
/// needs; a program that wants more is told when to come again, and is slowed down, not shut out.
struct RoomLimits: Sendable {
  /// Messages, state, redactions, and memberships that end: 1000 at once, then 25 in a second.
  let events: RateLimiter<UserID>
  /// Invitations, those of a new room too: 200 at once, then 2 in a second.
  let invitations: RateLimiter<UserID>
  /// New rooms, of some ten events each: 100 at once, then one in a second.
  let rooms: RateLimiter<UserID>
  /// Joins: 200 at once, then 5 in a second.
  let joins: RateLimiter<UserID>

  init(_ configuration: HomeserverConfiguration) {
    func limiter(burst: Int, interval: Int) -> RateLimiter<UserID> {
      RateLimiter(
        .init(burst: burst, interval: interval), clock: configuration.clock,
        isEnabled: configuration.limitsRates)
    }
    events = limiter(burst: 1000, interval: 40)
    invitations = limiter(burst: 200, interval: 500)
    rooms = limiter(burst: 100, interval: 1000)
    joins = limiter(burst: 200, interval: 200)
  }

  /// Counts a new room with what it begins with.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func take(_ creation: RoomCreation) throws {
    try rooms.take(creation.creator)
    try events.take(creation.creator, count: creation.initialState.count)
    try invitations.take(creation.creator, count: creation.invites.count)
  }

  /// Counts an event that somebody sends.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func take(_ draft: EventDraft) throws {
    let membership = draft.type == EventName.member ? draft.content["membership"]?.string : nil
    switch membership.flatMap(Membership.init) {
    case .invite: try invitations.take(draft.sender)
    case .join: try joins.take(draft.sender)
    case .leave, .ban, .knock, nil: try events.take(draft.sender)
    }
  }
}
