import ModelKit

/// Decides who may see events, by the visibility at the time of each event.
///
/// Source: Matrix client-server API, "Room history visibility".
enum HistoryVisibility: String, Sendable, Comparable {
  case joined, invited, shared
  case worldReadable = "world_readable"

  struct Change: Sendable, Hashable {
    let position: Int64
    let visibility: HistoryVisibility
  }

  private var rank: Int {
    switch self {
    case .joined: 0
    case .invited: 1
    case .shared: 2
    case .worldReadable: 3
    }
  }

  /// Orders the cases from strict to lax.
  static func < (left: HistoryVisibility, right: HistoryVisibility) -> Bool {
    left.rank < right.rank
  }

  /// The visibility in a state event; an unknown one means `shared`.
  init(_ event: StoredEvent) throws {
    let name = (try event.content().value())["history_visibility"]?.string
    self = name.flatMap(HistoryVisibility.init(rawValue:)) ?? .shared
  }

  /// The positions of a room that a user may see.
  ///
  /// The visibility and the user's membership at an event decide over it. An event that changes one
  /// of them is visible if either the old or the new value allows it, so that users see their own
  /// leave and the end of their access.
  ///
  /// - Parameters:
  ///   - visibilities: All changes of the visibility, in order; `shared` precedes them.
  ///   - memberships: All changes of the user's membership.
  static func visible(
    _ visibilities: [Change], _ memberships: MembershipHistory
  ) -> PositionRanges {
    let lastJoined = memberships.lastJoined
    var ranges = PositionRanges.none
    var visibility = HistoryVisibility.shared
    var membership: Membership?
    var place = Int64.min
    let changes = memberships.changes
    let places = Set(visibilities.map(\.position) + changes.map(\.position)).sorted()
    let newVisibility = Dictionary(visibilities.map { ($0.position, $0.visibility) }) { $1 }
    let newMembership = Dictionary(changes.map { ($0.position, $0.membership) }) { $1 }

    func sees(_ position: Int64, _ visibility: HistoryVisibility, _ membership: Membership?) -> Bool
    {
      if membership == .join || visibility == .worldReadable { return true }
      guard let lastJoined, position <= lastJoined else { return false }
      return visibility == .shared || (visibility == .invited && membership == .invite)
    }

    for next in places {
      // The positions between two changes are all visible or all hidden. The last join bounds them,
      // and it is itself a change.
      if sees(next - 1, visibility, membership) { ranges.append(after: place, through: next - 1) }
      let before = (visibility, membership)
      visibility = newVisibility[next] ?? visibility
      membership = newMembership[next] ?? membership
      let laxer = max(visibility, before.0)
      if sees(next, laxer, membership) || sees(next, laxer, before.1) {
        ranges.append(after: next - 1, through: next)
      }
      place = next
    }
    if sees(.max, visibility, membership) { ranges.append(after: place, through: .max) }
    return ranges
  }
}
