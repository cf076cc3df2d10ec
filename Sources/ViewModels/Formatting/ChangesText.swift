import Models

/// One line that summarises several changes of the room and its members.
struct ChangesText {
  let text: EventText

  /// The number of people from which on they are counted instead of named.
  private static let crowd = 10
  /// Up to this number, all people are named.
  private static let fewNames = 3

  /// How many names and topics, one after the other, are a heap.
  static let heap = 4

  /// When a change folds.
  enum Folding {
    /// With any other.
    case always
    /// Only in a heap: what it says would be hidden.
    case inHeaps
  }

  /// The kinds of changes that fold, in the order in which the line mentions them.
  private enum Kind: CaseIterable {
    case joined, left, invited, renamed, pictured, settings, named, topic

    init?(_ content: MessageContent) {
      switch content {
      case .membership(let change) where change.reason == nil: self.init(change)
      case .roomChange(.replacement): return nil
      case .roomChange: self = .settings
      case .roomName: self = .named
      case .roomTopic: self = .topic
      default: return nil
      }
    }

    private init?(_ change: MembershipChange) {
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

  /// What a person did, or became.
  private struct Change {
    let person: UserID
    /// What the person was called.
    let name: String
  }

  /// When a message may be folded; nil for one that never is.
  ///
  /// A change made to another person, or with a reason, stays visible on its own.
  static func folding(_ message: Message) -> Folding? {
    switch Kind(message.content) {
    case nil: nil
    case .named, .topic: .inHeaps
    default: .always
    }
  }

  /// Divides consecutive changes into those that share a row.
  static func parts(of run: [Message]) -> [[Message]] {
    let isHeap = run.count { folding($0) == .inHeaps } >= heap
    var parts: [[Message]] = []
    var joins = false
    for message in run {
      let canJoin = isHeap || folding(message) == .always
      if joins, canJoin { parts[parts.count - 1].append(message) } else { parts.append([message]) }
      joins = canJoin
    }
    return parts
  }

  /// "12 people joined", "Ada, Linus and 3 others joined", "4 joined, 2 left, 1 renamed".
  func line(_ messages: [Message]) -> String {
    var changes: [Kind: [Change]] = [:]
    var course: [Kind] = []
    for message in messages {
      guard let kind = Kind(message.content) else { continue }
      if changes[kind] == nil { course.append(kind) }
      changes[kind, default: []].append(change(message))
    }
    let kinds = Kind.allCases.filter { changes[$0] != nil }
    let people = people(in: kinds.flatMap { changes[$0] ?? [] })
    if people.count == 1 {
      // One after the other, as somebody is invited before they join.
      let deeds = course.map { ownDeed($0, count: changes[$0]?.count ?? 0) }
      return "\(people[0].name) \(Self.list(deeds))"
    }
    if kinds.count == 1 {
      return "\(names(people)) \(sharedDeed(kinds[0]))"
    }
    let counts = kinds.map { "\(self.people(in: changes[$0] ?? []).count) \(countedDeed($0))" }
    return counts.joined(separator: ", ")
  }

  private func change(_ message: Message) -> Change {
    guard case .membership(let change) = message.content else {
      return Change(person: message.sender, name: text.name(message.sender))
    }
    return Change(person: change.user, name: text.target(change))
  }

  /// The newest change of each person, in the order of their first changes.
  private func people(in changes: [Change]) -> [Change] {
    var places: [UserID: Int] = [:]
    var people: [Change] = []
    for change in changes {
      if let place = places[change.person] {
        people[place] = change
      } else {
        places[change.person] = people.count
        people.append(change)
      }
    }
    return people
  }

  private func names(_ people: [Change]) -> String {
    if people.count >= Self.crowd { return "\(people.count) people" }
    if people.count <= Self.fewNames { return Self.list(people.map(\.name)) }
    let named = people.prefix(2).map(\.name).joined(separator: ", ")
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
      case .settings: "changed the room's settings"
      case .named: "renamed the room"
      case .topic: "changed the topic"
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
    case .settings: "changed the room's settings"
    case .named: "renamed the room"
    case .topic: "changed the topic"
    }
  }

  private func countedDeed(_ kind: Kind) -> String {
    switch kind {
    case .joined: "joined"
    case .left: "left"
    case .invited: "invited"
    case .renamed: "renamed"
    case .pictured: "with a new picture"
    case .settings: "changed settings"
    case .named: "renamed the room"
    case .topic: "changed the topic"
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
