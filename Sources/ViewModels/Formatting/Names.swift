package import Models

/// The display names of people and rooms.
nonisolated package enum Names {
  /// A person's name, or the id when the name is missing or invisible.
  package static func text(_ user: User) -> String {
    user.displayName?.visibleName ?? user.id.rawValue
  }

  /// A person's name as a heading: in capitals by Unicode's rules, independent of the locale.
  static func heading(_ user: User) -> String { heading(label(user)) }

  /// A name in capitals.
  static func heading(_ name: String) -> String { label(name).uppercased() }

  /// A name on one line; nil when it is invisible.
  static func visible(_ name: String) -> String? { name.visibleName }

  /// A name without line breaks.
  static func oneLine(_ name: String) -> String { name.oneLine }

  /// The columns that a name takes at most where it is a label, a part of a sentence or a question.
  private static let labelWidth = 64

  /// The columns at the end of a longer name that stand in a label without its middle.
  private static let endWidth = 19

  /// A name as a label: one line, of which a hostile name may not have more than others.
  static func label(_ name: String) -> String { beginning(name).map { $0 + "…" } ?? name }

  /// A name or an address of a room as a label: of a longer one, the middle is left out, because the end may
  /// be what tells it from others.
  static func ends(_ name: String) -> String {
    guard beginning(name) != nil else { return name }
    let start = cut(name.unicodeScalars, to: labelWidth - endWidth - 1)
    let end = cut(name.unicodeScalars.reversed(), to: endWidth).reversed()
      // What belongs to a letter that is left out.
      .drop { $0.properties.isGraphemeExtend || $0.value == 0x200D }
    return String(String.UnicodeScalarView(start)) + "…" + String(String.UnicodeScalarView(end))
  }

  /// As much of a name from its start as a label has room for; nil for a name that fits.
  static func beginning(_ name: String) -> String? {
    guard name.utf8.count > labelWidth else { return nil }
    let start = cut(name.unicodeScalars, to: labelWidth)
    return start.endIndex < name.unicodeScalars.endIndex
      ? String(String.UnicodeScalarView(start)) : nil
  }

  private static func cut<Scalars: Collection<Unicode.Scalar>>(
    _ scalars: Scalars, to width: Int
  ) -> Scalars.SubSequence {
    var (end, rest) = (scalars.startIndex, width)
    while end < scalars.endIndex {
      // Those of East Asia and emoji are wide. Marks count too: a name could consist of nothing else.
      rest -= scalars[end].value < 0x1100 ? 1 : 2
      if rest < 0 { break }
      scalars.formIndex(after: &end)
    }
    return scalars[..<end]
  }

  /// A person's name as a label.
  static func label(_ user: User) -> String { label(text(user)) }

  /// An ID as a label: others can choose up to 255 bytes of it.
  static func label(_ id: UserID) -> String { label(id.rawValue) }

  /// The name of a person's server as a label: it may have 250 bytes.
  static func serverLabel(_ id: UserID) -> String { label(String(id.serverName)) }

  /// A room's ID as a label.
  static func label(_ id: RoomID) -> String { ends(id.rawValue) }

  /// A room's name as a label.
  static func label(_ room: Room) -> String { ends(text(room)) }

  /// A room's name, or as much of it from its start as a label has room for.
  static func shownBeginning(_ room: Room) -> String {
    let name = text(room)
    return beginning(name) ?? name
  }

  /// The address that tells a room from others of its name.
  static func address(_ room: Room) -> String {
    room.alias?.rawValue ?? room.directUser?.rawValue ?? room.id.rawValue
  }

  /// The beginning of a name, for lists that nothing else cuts: a server may send a name of megabytes.
  package static func brief(_ name: String) -> String {
    let most = 100
    let start = name.unicodeScalars.prefix(most + 1)
    guard start.count > most else { return name }
    return String(String.UnicodeScalarView(start.prefix(most))) + "…"
  }

  /// A person's name among others.
  ///
  /// The id precedes it when another name looks the same, or when the name could pass for
  /// somebody's id or for the account itself.
  ///
  /// The id comes first because a narrow column then cuts the name and not the id.
  static func text(_ id: UserID, among people: [UserID: User], owners: Owners) -> String {
    guard let user = people[id] else { return id.rawValue }
    return text(label(user), of: id, owners: owners)
  }

  /// A current or former name of a person, disambiguated in the same way.
  static func text(_ name: String, of id: UserID, owners: Owners) -> String {
    guard name != id.rawValue else { return name }
    let isOpen =
      owners.isForeign(name, to: id) || Owners.looks(name, like: "you")
      || name.contains("@") && name.contains(":")
    return isOpen ? "\(id.rawValue) (\(name))" : name
  }

  /// A room's name.
  ///
  /// Source: Matrix client-server API, "Calculating the display name for a room".
  package static func text(_ room: Room) -> String {
    if let name = room.name?.visibleName { return name }
    if let alias = room.alias { return alias.rawValue }
    if room.membership == .invited, let inviter = room.inviter { return text(inviter) }
    // Without a member count, which includes the account itself, the heroes are all that is known.
    let (sum, overflow) = room.joinedCount.addingReportingOverflow(room.invitedCount)
    let members = overflow ? Int.max : sum
    let others = members > 0 ? members - 1 : room.heroes.count
    guard !room.heroes.isEmpty else {
      if room.membership == .asking { return room.id.rawValue }
      return room.directUser?.rawValue ?? (others > 0 ? "Room without a name" : "Empty room")
    }
    let names = list(room.heroes.map { label($0) }, total: max(others, room.heroes.count))
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

  /// "This user has 3 friends"; empty while the number is unknown.
  package static func friends(_ count: Int?) -> String {
    guard let count else { return "" }
    return "This user has \(count) \(count == 1 ? "friend" : "friends")"
  }
}
