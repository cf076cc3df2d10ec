import Models

/// The account's rooms, prepared for finding them by name and alias.
nonisolated struct RoomIndex: Sendable {
  private struct Entry: Sendable {
    let room: Room
    let name: String
    /// The name and the alias without signs in front, in small letters.
    let keys: [String]
  }

  private let entries: [Entry]
  private let server: String

  /// - Parameter server: The account's server, through which others find its rooms.
  init(_ rooms: [Room], server: String) {
    self.server = server
    entries = rooms.filter { $0.membership == .joined && !$0.isSpace }.map { room in
      let name = Names.brief(Names.text(room))
      let keys = [name, room.alias?.rawValue ?? ""].map { Self.key($0) }
      return Entry(room: room, name: name, keys: keys)
    }.sorted { ($0.keys[0], $0.room.id.rawValue) < ($1.keys[0], $1.room.id.rawValue) }
  }

  private static func key(_ name: String) -> String {
    String(name.lowercased().drop { $0 == "#" })
  }

  /// Rooms whose name or alias begins with a text, then those that contain it.
  func completions(_ term: String) -> [Completion] {
    let term = Self.key(term)
    let first = entries.lazy.filter { $0.keys.contains { $0.hasPrefix(term) } }
    let rest = entries.lazy.filter { entry in
      entry.keys.contains { $0.contains(term) } && !entry.keys.contains { $0.hasPrefix(term) }
    }
    let found = Array(first.prefix(Completion.most))
    return (found + rest.prefix(Completion.most - found.count)).map(completion)
  }

  private func completion(_ entry: Entry) -> Completion {
    if let alias = entry.room.alias {
      return Completion(
        titleText: entry.name, noteText: alias.rawValue, words: alias.rawValue,
        target: PillTarget(alias))
    }
    let id = entry.room.id
    return Completion(
      titleText: entry.name, noteText: id.rawValue,
      words: Names.insertable(entry.name) ?? id.rawValue, target: PillTarget(id, via: server))
  }
}
