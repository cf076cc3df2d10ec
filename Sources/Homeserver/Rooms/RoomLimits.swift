import MatrixWire
import ModelKit

/// Rate limits of a user's events.
///
/// They lie far above what people do, what a client sends after an outage and what a bridge needs.
/// A client above them has to wait, but is not shut out.
struct RoomLimits: Sendable {
  /// Messages, state, redactions and ending memberships: 1000 at once, then 25 per second.
  let events: RateLimiter<UserID>
  /// Invitations, including those of new rooms: 200 at once, then 2 per second.
  let invitations: RateLimiter<UserID>
  /// New rooms of some ten events each: 100 at once, then 1 per second.
  let rooms: RateLimiter<UserID>
  /// Joins and requests to join: 200 at once, then 5 per second.
  let joins: RateLimiter<UserID>

  init(_ configuration: HomeserverConfiguration) {
    events = RateLimiter(burst: 1000, interval: 40, configuration)
    invitations = RateLimiter(burst: 200, interval: 500, configuration)
    rooms = RateLimiter(burst: 100, interval: 1000, configuration)
    joins = RateLimiter(burst: 200, interval: 200, configuration)
  }

  /// Counts a new room, its initial state and its invitations.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func take(_ creation: RoomCreation) throws {
    try rooms.take(creation.creator)
    try events.take(creation.creator, count: creation.initialState.count)
    try invitations.take(creation.creator, count: creation.invites.count)
  }

  /// - Throws: `M_LIMIT_EXCEEDED`.
  func take(_ draft: EventDraft) throws {
    let membership = draft.type == EventType.member ? draft.content["membership"]?.string : nil
    switch membership.flatMap(Membership.init) {
    case .invite: try invitations.take(draft.sender)
    case .join, .knock: try joins.take(draft.sender)
    case .leave, .ban, nil: try events.take(draft.sender)
    }
  }
}
