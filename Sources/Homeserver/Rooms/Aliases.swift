import GRDB
import ModelKit

/// The aliases of rooms.
struct Aliases {
  /// The most aliases of a room.
  static let capacity = 200

  let database: Database

  func room(of alias: RoomAlias) throws -> RoomID? {
    try String.one(database, "SELECT room FROM aliases WHERE alias = ?", [alias]).flatMap(
      RoomID.init)
  }

  func creator(of alias: RoomAlias) throws -> UserID? {
    try String.one(database, "SELECT creator FROM aliases WHERE alias = ?", [alias]).flatMap(
      UserID.init)
  }

  /// In alphabetical order.
  func aliases(of room: RoomID) throws -> [String] {
    try String.all(database, "SELECT alias FROM aliases WHERE room = ? ORDER BY alias", [room])
  }

  func add(_ alias: RoomAlias, to room: RoomID, by user: UserID) throws {
    try database.run(
      "INSERT INTO aliases (alias, room, creator) VALUES (?, ?, ?)", [alias, room, user])
  }

  func remove(_ alias: RoomAlias) throws {
    try database.run("DELETE FROM aliases WHERE alias = ?", [alias])
  }

  /// Checks that the new aliases in an `m.room.canonical_alias` point to its room.
  ///
  /// - Throws: `M_INVALID_PARAM` for a malformed alias, `M_BAD_ALIAS` for one that points
  ///   elsewhere.
  func check(_ draft: EventDraft, old: JSONObject?) throws {
    let known = Set(try Self.named(in: old ?? [:]).map(ExactText.init))
    for text in try Self.named(in: draft.content) where !known.contains(ExactText(text)) {
      guard let alias = RoomAlias(text) else {
        throw MatrixError.invalid("'\(text)' is not a room alias")
      }
      guard try room(of: alias) == draft.room else {
        throw MatrixError(400, "M_BAD_ALIAS", "\(text) does not point to this room")
      }
    }
  }

  private static func named(in content: JSONObject) throws -> [String] {
    var names: [String] = []
    if let value = content["alias"], value != .null {
      guard let name = value.string else { throw MatrixError.badJSON("'alias' must be a string") }
      // Some clients remove the alias by sending an empty string.
      if !name.isEmpty { names.append(name) }
    }
    if let value = content["alt_aliases"], value != .null {
      guard let list = value.array, list.count <= capacity else {
        throw MatrixError.badJSON("'alt_aliases' must be a list of at most \(capacity) aliases")
      }
      names += list.compactMap(\.string)
      guard list.allSatisfy({ $0.string != nil }) else {
        throw MatrixError.badJSON("'alt_aliases' must contain strings only")
      }
    }
    return names
  }
}
