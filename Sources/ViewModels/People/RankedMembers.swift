import Controllers
import Models

/// The members of a room, whose rows are made once, however often people come and go.
nonisolated struct RankedMembers: Sendable {
  private struct Entry: Sendable {
    let user: UserID
    let level: Int
    let row: MemberRow
  }

  /// The most powerful first, then by name.
  private let joined: [Entry]
  private let invited: [MemberRow]

  init(_ members: RoomMembers, _ powers: RoomPowers?) {
    let everybody = members.people + members.invited
    let known = Dictionary(everybody.map { ($0.id, $0) }) { first, _ in first }
    let owners = Names.owners(among: known)
    func name(_ user: User) -> String { Names.text(user.id, among: known, owners: owners) }
    let entries = members.people.map { user in
      Entry(
        user: user.id, level: powers.map { $0.level(of: user.id) ?? .max } ?? 0,
        row: MemberRow(user, nameText: name(user), roleText: Self.role(of: user.id, powers)))
    }
    // The lists are sorted by name already.
    joined = entries.enumerated().sorted {
      ($1.element.level, $0.offset) < ($0.element.level, $1.offset)
    }.map(\.element)
    invited = members.invited.map {
      MemberRow($0, nameText: name($0), roleText: "invited")
    }
  }

  /// The rows: the most powerful first, then those who are there, then by name; those who are invited come
  /// last.
  func rows(_ presences: [UserID: Controllers.Presence]) -> [MemberRow] {
    guard !presences.isEmpty else { return joined.map(\.row) + invited }
    let ranked = joined.enumerated().map { place, entry in
      let presence = presences[entry.user]
      return (
        row: presence.map { entry.row.with($0) } ?? entry.row, level: entry.level,
        rank: Self.rank(presence), place: place
      )
    }
    return ranked.sorted { ($1.level, $0.rank, $0.place) < ($0.level, $1.rank, $1.place) }
      .map(\.row) + invited
  }

  private static func rank(_ presence: Controllers.Presence?) -> Int {
    switch presence?.state {
    case .online: 0
    case .unavailable: 1
    case .offline, nil: 2
    }
  }

  private static func role(of user: UserID, _ powers: RoomPowers?) -> String {
    guard let powers else { return "" }
    switch powers.level(of: user) {
    case nil: return "creator"
    case powers.ordinary?: return ""
    case 100?: return "admin"
    case 50?: return "moderator"
    case let level?: return "power \(level)"
    }
  }
}
