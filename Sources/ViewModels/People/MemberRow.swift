import Controllers
import Models

/// A member of a room in the list of members.
public nonisolated struct MemberRow: Equatable, Sendable {
  /// The identity of the member.
  public let id: RowID
  /// The name as shown beside messages.
  public let nameText: String
  /// Selects the colour of the name.
  public let colorIndex: Int
  /// "admin", "moderator", "invited"; empty for an ordinary member.
  public let roleText: String

  /// Whether the person is there; nil where the server says nothing.
  public private(set) var presence: Presence?
  /// What the person says of it; empty for nothing.
  public private(set) var statusText = ""

  /// Whether a person is there.
  public enum Presence: Int, Sendable {
    case online, idle, offline
  }

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
      && left.presence == right.presence && left.statusText == right.statusText
  }
}

nonisolated extension MemberRow {
  func with(_ presence: Controllers.Presence) -> MemberRow {
    var row = self
    row.presence =
      switch presence.state {
      case .online: .online
      case .unavailable: .idle
      case .offline: .offline
      }
    row.statusText = PresenceText.status(presence)
    return row
  }
}
