import Controllers
import Models

/// A person in the list of a room's members.
public nonisolated struct MemberRow: Equatable, Sendable {
  /// The identity of the person.
  public let id: RowID
  /// The name as shown beside messages.
  public let nameText: String
  /// Distinguishes the person from others.
  public let colorIndex: Int
  /// "admin", "moderator", "invited"; empty for an ordinary member.
  public let roleText: String

  /// The name and the address, for finding the person by some letters.
  private let keys: [FuzzyText]

  init(_ user: User, nameText: String, roleText: String) {
    id = RowID(user.id.rawValue)
    self.nameText = nameText
    colorIndex = RowBuilder.colorIndex(user.id)
    self.roleText = roleText
    keys = [FuzzyText(nameText), FuzzyText(user.id.rawValue)]
  }

  var user: UserID? { UserID(id.text) }

  /// Whether the person has all of these words.
  func matches(_ words: [FuzzyText]) -> Bool {
    words.allSatisfy { word in keys.contains { $0.match(word) != nil } }
  }

  /// Whether both look the same.
  public static func == (left: MemberRow, right: MemberRow) -> Bool {
    left.id == right.id && left.nameText == right.nameText && left.roleText == right.roleText
  }
}

nonisolated extension MemberRow {
  /// The rows of a room: the most powerful first, then by name, then those who are invited.
  static func rows(_ members: RoomMembers, _ powers: RoomPowers?) -> [MemberRow] {
    let everybody = members.people + members.invited
    let known = Dictionary(everybody.map { ($0.id, $0) }) { first, _ in first }
    let owners = Names.owners(among: known)
    func name(_ user: User) -> String { Names.text(user.id, among: known, owners: owners) }
    // The lists are sorted by name already.
    let ranked = members.people.enumerated().map { index, user in
      (user: user, level: powers.map { $0.level(of: user.id) ?? .max } ?? 0, index: index)
    }
    let sorted = ranked.sorted { ($1.level, $0.index) < ($0.level, $1.index) }
    let joined = sorted.map { entry in
      MemberRow(
        entry.user, nameText: name(entry.user), roleText: role(of: entry.user.id, powers))
    }
    return joined
      + members.invited.map { MemberRow($0, nameText: name($0), roleText: "invited") }
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
