import ModelKit

/// Who may see what was said in a room, by the time at which it was said.
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

  /// Whether fewer may see it.
  static func < (left: HistoryVisibility, right: HistoryVisibility) -> Bool {
    left.rank < right.rank
  }

  /// What a state event says; what says nothing that is known means `shared`.
  init(_ event: StoredEvent) throws {
    let name = (try event.content().value())["history_visibility"]?.string
    self = name.flatMap(HistoryVisibility.init(rawValue:)) ?? .shared
  }

  /// The places of a room that a user may see.
  ///
  /// An event is seen by the visibility and the membership that hold with it. What changes either
  /// of them is seen by the laxer of what was before and what is after, so that people see their
  /// own leave and why they see no more.
  ///
  /// - Parameters:
  ///   - visibilities: All changes of the visibility, by position; `shared` goes before them.
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
    var visibilityIndex = 0
    var membershipIndex = 0

    func sees(_ position: Int64, _ visibility: HistoryVisibility, _ membership: Membership?) -> Bool
    {
      if membership == .join || visibility == .worldReadable { return true }
      guard let lastJoined, position <= lastJoined else { return false }
      return visibility == .shared || (visibility == .invited && membership == .invite)
    }

    for next in places {
      // What lies between two changes is all alike: it is visible up to the last join at most, and
      // that is a change itself.
      if sees(next - 1, visibility, membership) { ranges.append(after: place, through: next - 1) }
      let before = (visibility, membership)
      if visibilityIndex < visibilities.count, visibilities[visibilityIndex].position == next {
        visibility = visibilities[visibilityIndex].visibility
        visibilityIndex += 1
      }
      if membershipIndex < changes.count, changes[membershipIndex].position == next {
        membership = changes[membershipIndex].membership
        membershipIndex += 1
      }
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
