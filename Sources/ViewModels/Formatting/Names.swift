package import Models

/// What people and rooms are called.
nonisolated package enum Names {
  /// A person's name, or the id when there is none that shows.
  package static func text(_ user: User) -> String {
    user.displayName.flatMap(visible) ?? user.id.rawValue
  }

  /// A person's name as a heading: in capitals by Unicode's own rules, whatever the locale.
  static func heading(_ user: User) -> String {
    // More than any heading has room for; a server may send a name of megabytes.
    let start = text(user).unicodeScalars.prefix(4096)
    return String(String.UnicodeScalarView(start)).uppercased()
  }

  /// A name on one line; nil when a reader would see nothing.
  static func visible(_ name: String) -> String? {
    guard !name.isInvisible else { return nil }
    // What the program says begins with one of its marks, so no name does.
    let plain = oneLine(name).trimmedToInk.drop { marks.contains($0.unicodeScalars.first ?? " ") }
    return plain.isEmpty ? nil : String(plain).trimmedToInk
  }

  private static let marks = Set("·┊▸▾▌ ".unicodeScalars)

  /// A name without breaks: it must not begin a line of its own in what others are told.
  static func oneLine(_ name: String) -> String {
    guard name.contains(where: { $0.isNewline || $0 == "\t" }) else { return name }
    return name.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }

  /// A person's name among others: behind the id when another person's name looks the same, or when
  /// the name could be taken for somebody's id or for the account itself.
  ///
  /// The id comes first: where a column ends, the name is cut and not the id.
  static func text(_ id: UserID, among people: [UserID: User], ambiguous: Set<String>) -> String {
    guard let user = people[id] else { return id.rawValue }
    return text(text(user), of: id, ambiguous: ambiguous)
  }

  /// The name that somebody has or had, told apart in the same way.
  static func text(_ name: String, of id: UserID, ambiguous: Set<String>) -> String {
    guard name != id.rawValue else { return name }
    let key = name.visibleKey
    let isOpen =
      ambiguous.contains(key) || key == "you" || name.contains("@") && name.contains(":")
    return isOpen ? "\(id.rawValue) (\(name))" : name
  }

  /// What the names that more than one of the people has look like.
  static func ambiguous(_ people: [UserID: User]) -> Set<String> {
    var seen: Set<String> = []
    return Set(people.values.map { text($0).visibleKey }.filter { !seen.insert($0).inserted })
  }

  /// A room's name.
  ///
  /// Source: Matrix client-server API, "Calculating the display name for a room".
  package static func text(_ room: Room) -> String {
    if let name = room.name.flatMap(visible) { return name }
    if let alias = room.alias { return alias.rawValue }
    if room.membership == .invited, let inviter = room.inviter { return text(inviter) }
    // Without any count, which includes the account itself, the heroes are all that is known.
    let (sum, overflow) = room.joinedCount.addingReportingOverflow(room.invitedCount)
    let members = overflow ? Int.max : sum
    let others = members > 0 ? members - 1 : room.heroes.count
    guard !room.heroes.isEmpty else {
      return room.directUser?.rawValue ?? "Empty room"
    }
    let names = list(room.heroes.map(text), total: max(others, room.heroes.count))
    return others <= 0 ? "Empty room (was \(names))" : names
  }

  private static func list(_ names: [String], total: Int) -> String {
    let hidden = total - names.count
    if hidden > 0 {
      return names.joined(separator: ", ") + " and \(hidden) \(hidden == 1 ? "other" : "others")"
    }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }

  /// "This user has 3 friends"; nothing while the number is unknown.
  package static func friends(_ count: Int?) -> String {
    guard let count else { return "" }
    return "This user has \(count) \(count == 1 ? "friend" : "friends")"
  }
}
