import Models

/// The rooms, spaces and people of an account, prepared for finding them by some letters of their names.
nonisolated struct DestinationIndex: Sendable {
  fileprivate struct Entry: Sendable {
    let destination: Destination
    let nameText: String
    let noteText: String
    /// The name and the address.
    let keys: [FuzzyText]
  }

  /// How many are offered at once.
  private static let most = 50

  /// Unread first, then what was active last, then people by name.
  private let entries: [Entry]
  private let destinations: [String: Destination]

  /// - Parameters:
  ///   - rooms: Rooms, invites and spaces.
  ///   - open: The open room, which is offered after all others.
  ///   - alike: The rooms whose names look like others, with what tells their addresses apart.
  init(
    rooms: [Room], people: [User] = [], own: UserID, open: RoomID?, alike: [RoomID: String] = [:]
  ) {
    let rooms = rooms.filter { $0.membership != .left }
      .map { (room: $0, key: RoomKey($0, by: .unread)) }
      .sorted { left, right in
        let (isLeft, isRight) = (left.room.id == open, right.room.id == open)
        return isLeft == isRight ? left.key < right.key : isRight
      }
      .map(\.room)
    let met = Set(rooms.lazy.filter { $0.membership == .joined }.compactMap(\.directUser) + [own])
    let others = people.filter { !met.contains($0.id) }
      .map { Entry($0) }.sorted { ($0.nameText, $0.noteText) < ($1.nameText, $1.noteText) }
    entries = rooms.map { Entry($0, differing: alike[$0.id]) } + others
    destinations = Dictionary(
      entries.map { ($0.destination.key, $0.destination) }, uniquingKeysWith: { first, _ in first })
  }

  /// What an answer stands for.
  func destination(_ key: String) -> Destination? { destinations[key] }

  /// The same destinations for an answer that changes something: none without a letter, so that Enter alone
  /// takes nothing.
  func found(_ text: String) -> [PromptSuggestion] { text.isBlank ? [] : suggestions(text) }

  /// The destinations whose names or addresses have all words of a text, the best first; without a word,
  /// the first ones.
  ///
  /// An ID finds its own.
  func suggestions(_ text: String) -> [PromptSuggestion] {
    if let known = destinations[text.trimmed],
      let exact = entries.first(where: { $0.destination == known })
    {
      return [exact.suggestion]
    }
    let words = text.split(whereSeparator: \.isWhitespace).map { FuzzyText(String($0)) }
    guard !words.isEmpty else { return entries.prefix(Self.most).map(\.suggestion) }
    let found = entries.enumerated().compactMap { index, entry in
      entry.match(words).map { (match: $0, index: index) }
    }
    return found.sorted { ($0.match, $0.index) < ($1.match, $1.index) }
      .prefix(Self.most).map { entries[$0.index].suggestion }
  }
}

nonisolated extension DestinationIndex.Entry {
  fileprivate init(_ room: Room, differing part: String?) {
    let alike = part.flatMap { LookAlikeName(room, differing: $0) }
    let name = Names.label(room)
    let address = room.alias?.rawValue ?? room.directUser?.rawValue ?? ""
    let isListed = room.membership.isPending || room.isSpace
    self.init(
      destination: isListed ? .listed(room.id) : .room(room.id),
      nameText: alike?.labelText ?? name,
      noteText: [Self.kind(of: room), alike != nil || address == name ? "" : address]
        .filter { !$0.isEmpty }.joined(separator: " · "),
      keys: [Names.brief(Names.text(room)), address, alike?.addressText].compactMap {
        $0.map { FuzzyText($0) }
      })
  }

  private static func kind(of room: Room) -> String {
    if room.membership == .invited { return "invite" }
    if room.membership == .asking { return "asked to join" }
    if room.isSpace { return "space" }
    if room.shownMentionCount > 0 { return "@\(CountText.text(room.shownMentionCount))" }
    if room.shownUnreadCount > 0 { return "\(room.shownUnreadText) unread" }
    return room.isMarkedUnread ? "marked unread" : ""
  }

  fileprivate init(_ user: User) {
    let name = Names.brief(Names.text(user))
    self.init(
      destination: .person(user.id), nameText: name,
      noteText: name == user.id.rawValue ? "person" : "person · \(user.id.rawValue)",
      keys: [FuzzyText(name), FuzzyText(user.id.rawValue)])
  }

  /// The worst of the best matches of all words; nil when one of them does not occur.
  fileprivate func match(_ words: [FuzzyText]) -> FuzzyMatch? {
    var worst: FuzzyMatch?
    for word in words {
      guard let best = keys.compactMap({ $0.match(word) }).min() else { return nil }
      worst = max(worst ?? best, best)
    }
    return worst
  }

  fileprivate var suggestion: PromptSuggestion {
    PromptSuggestion(titleText: nameText, noteText: noteText, answerText: destination.key)
  }
}
