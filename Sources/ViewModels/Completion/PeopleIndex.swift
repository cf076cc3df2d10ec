import Models

/// The people of a room, prepared for finding them by the beginnings of their names.
nonisolated struct PeopleIndex: Sendable {
  private struct Entry: Sendable {
    let user: User
    /// The name, then the rest of the name from each later word on, in small letters.
    let names: [String]
    /// The ID without its sigil.
    let id: String
  }

  /// In the order of their names.
  private let entries: [Entry]

  /// - Parameter own: Nobody mentions themselves.
  init(_ people: [User], besides own: UserID) {
    entries = people.filter { $0.id != own }.map { user in
      Entry(
        user: user, names: Self.names(Names.brief(Names.text(user)).lowercased()),
        id: user.id.rawValue.dropFirst().lowercased())
    }.sorted { ($0.names[0], $0.id) < ($1.names[0], $1.id) }
  }

  /// A name and what follows its spaces; a long name has more words than anybody types.
  private static func names(_ name: String) -> [String] {
    let words = name.split(separator: " ", maxSplits: 4)
    return [name] + words.dropFirst().map { String(name[$0.startIndex...]) }
  }

  /// People whose name begins with a text, then those with such a later word, then those with such an ID.
  func completions(_ term: String) -> [Completion] {
    var found: [[User]] = [[], [], []]
    for entry in entries {
      guard let rank = Self.rank(of: term.utf8, in: entry) else { continue }
      if found[rank].count < Completion.most { found[rank].append(entry.user) }
      if found[0].count == Completion.most { break }
    }
    return found.joined().prefix(Completion.most).map { user in
      let name = Names.insertable(Names.text(user)) ?? user.id.rawValue
      return Completion(
        titleText: Names.brief(Names.text(user)), noteText: user.id.rawValue, words: name,
        target: PillTarget(user.id))
    }
  }

  private static func rank(of term: String.UTF8View, in entry: Entry) -> Int? {
    if entry.names[0].utf8.starts(with: term) { return 0 }
    if entry.names.dropFirst().contains(where: { $0.utf8.starts(with: term) }) { return 1 }
    return entry.id.utf8.starts(with: term) ? 2 : nil
  }
}

nonisolated extension Names {
  /// A name as it may stand in a message; nil when nothing is left.
  ///
  /// What would change the direction or the look of the words around it is left out.
  static func insertable(_ name: String) -> String? {
    var scalars = String.UnicodeScalarView()
    var marks = 0
    for scalar in name.unicodeScalars.prefix(100) {
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        continue
      // The joiner makes one emoji of several.
      case .format where scalar != "\u{200D}": continue
      case .nonspacingMark, .enclosingMark: marks += 1
      default: marks = 0
      }
      if marks <= 4 { scalars.append(scalar) }
    }
    return visible(String(scalars))
  }
}
