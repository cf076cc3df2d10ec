import Models

/// One line that summarises several membership changes.
struct ChangesText {
  let text: EventText

  /// The number of people from which on they are counted instead of named.
  private static let crowd = 10
  /// Up to this number, all people are named.
  private static let fewNames = 3

  /// The kinds of changes that fold, in the order in which the line mentions them.
  private enum Kind: CaseIterable {
    case joined, left, invited, renamed, pictured

    init?(_ change: MembershipChange) {
      switch change.kind {
      case .joined: self = .joined
      case .left: self = .left
      case .invited: self = .invited
      case .renamed: self = .renamed
      case .changedAvatar: self = .pictured
      default: return nil
      }
    }
  }

  /// Whether a message may be folded.
  ///
  /// A change made to another person, or with a reason, stays visible on its own.
  static func folds(_ message: Message) -> Bool {
    guard case .membership(let change) = message.content else { return false }
    return change.reason == nil && Kind(change) != nil
  }

  /// "12 people joined", "Ada, Linus and 3 others joined", "4 joined, 2 left, 1 renamed".
  func line(_ messages: [Message]) -> String {
    var changes: [Kind: [MembershipChange]] = [:]
    for message in messages {
      guard case .membership(let change) = message.content, let kind = Kind(change) else {
        continue
      }
      changes[kind, default: []].append(change)
    }
    let kinds = Kind.allCases.filter { changes[$0] != nil }
    let people = people(in: kinds.flatMap { changes[$0] ?? [] })
    if people.count == 1 {
      let deeds = kinds.map { ownDeed($0, count: changes[$0]?.count ?? 0) }
      return "\(text.target(people[0])) \(Self.list(deeds))"
    }
    if kinds.count == 1 {
      return "\(names(people)) \(sharedDeed(kinds[0]))"
    }
    let counts = kinds.map { "\(self.people(in: changes[$0] ?? []).count) \(countedDeed($0))" }
    return counts.joined(separator: ", ")
  }

  /// The newest change of each person, in the order of their first changes.
  private func people(in changes: [MembershipChange]) -> [MembershipChange] {
    var places: [UserID: Int] = [:]
    var people: [MembershipChange] = []
    for change in changes {
      if let place = places[change.user] {
        people[place] = change
      } else {
        places[change.user] = people.count
        people.append(change)
      }
    }
    return people
  }

  private func names(_ people: [MembershipChange]) -> String {
    if people.count >= Self.crowd { return "\(people.count) people" }
    if people.count <= Self.fewNames { return Self.list(people.map(text.target)) }
    let named = people.prefix(2).map(text.target).joined(separator: ", ")
    return "\(named) and \(people.count - 2) others"
  }

  private func ownDeed(_ kind: Kind, count: Int) -> String {
    let deed =
      switch kind {
      case .joined: "joined"
      case .left: "left"
      case .invited: "was invited"
      case .renamed: "changed their name"
      case .pictured: "changed their picture"
      }
    return count > 1 ? "\(deed) \(count) times" : deed
  }

  private func sharedDeed(_ kind: Kind) -> String {
    switch kind {
    case .joined: "joined"
    case .left: "left"
    case .invited: "were invited"
    case .renamed: "changed their names"
    case .pictured: "changed their pictures"
    }
  }

  private func countedDeed(_ kind: Kind) -> String {
    switch kind {
    case .joined: "joined"
    case .left: "left"
    case .invited: "invited"
    case .renamed: "renamed"
    case .pictured: "with a new picture"
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
