import GRDB
import MatrixWire
import ModelKit

/// The rooms that the directory lists.
struct PublicRooms {
  /// The maximum and default number of rooms in a response.
  static let pageSize = 100
  /// The approximate maximum size in bytes; a page holds at least one room.
  private static let sizeLimit = 1 << 20
  /// The most rooms that a search examines, those with the most members first.
  private static let capacity = 10_000

  let database: Database

  /// A room as the directory shows it.
  struct Entry: Sendable {
    let room: RoomID
    let memberCount: Int
    /// By type, for the types that the directory shows.
    var contents: [String: JSONObject] = [:]

    func text(_ type: String, _ name: String) -> String? { contents[type]?[name]?.string }

    /// The approximate size in bytes.
    var size: Int {
      contents.values.joined().reduce(512) { $0 + ($1.value.string?.utf8.count ?? 0) }
    }

    var searchedTexts: [String] {
      [
        text(EventType.name, "name"), text(EventType.topic, "topic"),
        text(EventType.canonicalAlias, "alias"),
      ].compactMap { $0 }
    }
  }

  /// Nil when the room does not exist.
  func isListed(_ room: RoomID) throws -> Bool? {
    try Bool.one(database, "SELECT is_public FROM rooms WHERE id = ?", [room])
  }

  /// A page of the matching rooms, those with the most members first, and the number of all.
  func page(_ query: PublicRoomsQuery) throws -> (entries: [Entry], count: Int) {
    var page: [Entry] = []
    var count = 0
    var size = 0
    for room in try rooms() {
      let isShown = count >= query.offset && page.count < query.limit && size <= Self.sizeLimit
      guard isShown || query.isSelective else {
        count += 1
        continue
      }
      let entry = try completed(room)
      guard query.fits(entry) else { continue }
      count += 1
      guard isShown else { continue }
      size += entry.size
      if page.isEmpty || size <= Self.sizeLimit { page.append(entry) }
    }
    return (page, count)
  }

  /// A room that exists, whether the directory lists it or not.
  func entry(of room: RoomID) throws -> Entry {
    let count = try Int.one(
      database, "SELECT count(*) FROM memberships WHERE room = ? AND membership = 'join'", [room])
    return try completed(Entry(room: room, memberCount: count ?? 0))
  }

  private func rooms() throws -> [Entry] {
    try Row.all(
      database,
      """
      SELECT id, (
        SELECT count(*) FROM memberships WHERE room = rooms.id AND membership = 'join'
      ) AS joined
      FROM rooms WHERE is_public AND joined > 0 ORDER BY joined DESC, id LIMIT ?
      """, [Self.capacity]
    ) { row in RoomID(row["id"]).map { Entry(room: $0, memberCount: row["joined"]) } }
  }

  private static let types = [
    EventType.create, EventType.name, EventType.topic, EventType.avatar, EventType.canonicalAlias,
    EventType.joinRules, EventType.historyVisibility, EventType.guestAccess,
  ]

  /// The content keys that the directory shows or searches.
  private static let shown: Set<String> = [
    "type", "name", "topic", "url", "alias", "join_rule", "history_visibility", "guest_access",
  ]

  private func completed(_ entry: Entry) throws -> Entry {
    var entry = entry
    for type in Self.types {
      let row = try Row.one(
        database,
        """
        SELECT events.* FROM state JOIN events ON events.position = state.position
        WHERE state.room = ? AND state.type = ? AND state.state_key = ''
        """, [entry.room, type])
      guard let content = try row.map({ try StoredEvent(row: $0).content().value() })?.object
      else { continue }
      entry.contents[type] = JSONObject(content.members.filter { Self.shown.contains($0.key) })
    }
    return entry
  }
}

/// A search of the room directory.
struct PublicRoomsQuery: Sendable {
  private(set) var limit = PublicRooms.pageSize
  private(set) var offset = 0
  /// In lower case.
  var searchTerm = ""
  /// Nil allows all types; a nil element stands for rooms without a type.
  var types: [String?]?

  /// - Parameter since: A pagination token, which holds the offset into the list.
  init(limit: Int?, since: String?) throws {
    if let limit {
      guard limit >= 0 else { throw MatrixError.invalid("'limit' must not be negative") }
      self.limit = limit == 0 ? PublicRooms.pageSize : min(limit, PublicRooms.pageSize)
    }
    guard let since, !since.isEmpty else { return }
    guard since.hasPrefix("p"), let offset = Int(since.dropFirst()), offset >= 0 else {
      throw MatrixError.invalid("'since' is not a token of this list")
    }
    self.offset = offset
  }

  var isSelective: Bool { !searchTerm.isEmpty || types != nil }

  func fits(_ entry: PublicRooms.Entry) -> Bool {
    if let types, !types.contains(entry.text(EventType.create, "type")) { return false }
    guard !searchTerm.isEmpty else { return true }
    return entry.searchedTexts.contains { $0.lowercased().contains(searchTerm) }
  }
}
