import GRDB
import MatrixWire
import ModelKit

/// Reads the rooms of a space and of the spaces in it, as far as a user may see them.
///
/// Source: Matrix client-server API, "Querying the rooms within a space".
struct SpaceHierarchy {
  /// The maximum and default number of rooms in a response.
  static let pageSize = 50
  /// The approximate maximum size in bytes; a page holds at least one room.
  private static let sizeLimit = 1 << 20
  /// The most rooms of a hierarchy, against spaces that contain ever more spaces.
  private static let capacity = 5_000

  /// A room of the hierarchy, with the links of a space to its rooms.
  struct Room: Sendable {
    let entry: PublicRooms.Entry
    let links: [StoredEvent]
  }

  let query: HierarchyQuery
  let user: UserID
  let database: Database

  /// A page of the rooms, each space before those in it, and whether more rooms follow.
  ///
  /// - Throws: `M_FORBIDDEN` when the user may not see the space.
  func page(of space: RoomID) throws -> (rooms: [Room], hasMore: Bool) {
    guard try isVisible(space) else { throw RoomAccess.forbidden }
    var page: [Room] = []
    var (count, size) = (0, 0)
    var known: Set<RoomID> = []
    var waiting = [(room: space, depth: 0)]
    while let (id, depth) = waiting.popLast(), known.count < Self.capacity {
      guard known.insert(id).inserted, try isVisible(id) else { continue }
      let links = try self.links(of: id)
      if depth < query.maximumDepth {
        waiting += links.reversed().compactMap { link in
          link.stateKey.flatMap { RoomID($0) }.map { ($0, depth + 1) }
        }
      }
      count += 1
      guard count > query.offset else { continue }
      guard page.count < query.limit, size <= Self.sizeLimit else { return (page, true) }
      let entry = try PublicRooms(database: database).entry(of: id)
      size = links.reduce(size + entry.size) { $0 + $1.size }
      page.append(Room(entry: entry, links: links))
    }
    return (page, false)
  }

  /// The wanted links of a space to its rooms, in their order; none for other rooms.
  private func links(of room: RoomID) throws -> [StoredEvent] {
    guard try content(EventType.create, of: room)?["type"]?.string == "m.space" else { return [] }
    let links = try Row.all(
      database,
      """
      SELECT events.* FROM state JOIN events ON events.position = state.position
      WHERE state.room = ? AND state.type = '\(EventType.spaceChild)'
      """, [room]
    ) { row -> (link: StoredEvent, order: String?)? in
      let link = try StoredEvent(row: row)
      let content = try link.content().value()
      // A link without servers has been removed.
      guard content["via"]?.array?.isEmpty == false else { return nil }
      guard !query.wantsSuggestedOnly || content["suggested"]?.boolean == true else { return nil }
      return (link, content["order"]?.string.flatMap { $0.isOrder ? $0 : nil })
    }
    return links.sorted { Self.precedes($0, $1) }.map(\.link)
  }

  /// Source: Matrix client-server API, "Ordering of children within a space".
  private static func precedes(
    _ left: (link: StoredEvent, order: String?), _ right: (link: StoredEvent, order: String?)
  ) -> Bool {
    switch (left.order, right.order) {
    case (let own?, let other?) where own != other:
      own.utf8.lexicographicallyPrecedes(other.utf8)
    case (_?, nil): true
    case (nil, _?): false
    default:
      (left.link.timestamp, left.link.stateKey ?? "")
        < (right.link.timestamp, right.link.stateKey ?? "")
    }
  }

  /// Whether the user is in the room, may join it or ask to, or may read it.
  private func isVisible(_ room: RoomID) throws -> Bool {
    let membership = try MembershipRow.read(of: user, in: room, from: database)?.membership
    if membership == .join || membership == .invite { return true }
    let rules = try content(EventType.joinRules, of: room)
    switch rules?["join_rule"]?.string {
    case "public", "knock", "knock_restricted": return true
    case "restricted" where try isAdmitted(by: rules?["allow"]?.array ?? []): return true
    default:
      let visibility = try content(EventType.historyVisibility, of: room)
      return visibility?["history_visibility"]?.string == "world_readable"
    }
  }

  /// Whether the user is in a room whose members a restricted room admits.
  private func isAdmitted(by rules: [JSONValue]) throws -> Bool {
    let rooms = rules.lazy.filter { $0["type"]?.string == "m.room_membership" }
      .compactMap { $0["room_id"]?.string.flatMap { RoomID($0) } }
    return try rooms.prefix(100).contains {
      try MembershipRow.read(of: user, in: $0, from: database)?.membership == .join
    }
  }

  private func content(_ type: String, of room: RoomID) throws -> JSONObject? {
    let event = try EventRows.stateEvent(StateKey(type), of: room, from: database)
    return try event?.content().value().object
  }
}

/// Which rooms of a hierarchy a client wants.
struct HierarchyQuery: Sendable {
  let wantsSuggestedOnly: Bool
  /// How many steps from the space.
  let maximumDepth: Int
  let limit: Int
  /// How many rooms earlier pages held.
  private(set) var offset = 0

  /// - Throws: `M_INVALID_PARAM`, also for a token of another query.
  init(_ request: Request) throws {
    switch request.argument("suggested_only") {
    case "true": wantsSuggestedOnly = true
    case "false", nil: wantsSuggestedOnly = false
    default: throw MatrixError.invalid("'suggested_only' must be true or false")
    }
    maximumDepth = try Self.number("max_depth", atLeast: 0, request) ?? .max
    limit = min(
      try Self.number("limit", atLeast: 1, request) ?? .max, SpaceHierarchy.pageSize)
    guard let from = request.argument("from") else { return }
    let parts = from.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let offset = Int(parts[0]), offset > 0, parts[1] == kind else {
      throw MatrixError.invalid("'from' is not a token of this list")
    }
    self.offset = offset
  }

  /// The token of the page after one.
  func token(after count: Int) -> String { "\(offset + count)_\(kind)" }

  /// What all pages of a list have in common.
  private var kind: String { "\(wantsSuggestedOnly ? "s" : "a")\(maximumDepth)" }

  private static func number(
    _ name: String, atLeast least: Int, _ request: Request
  ) throws -> Int? {
    guard let text = request.argument(name) else { return nil }
    guard let number = Int(text), number >= least else {
      throw MatrixError.invalid("'\(name)' must be an integer of at least \(least)")
    }
    return number
  }
}

extension String {
  /// Whether the text may sort the rooms of a space.
  fileprivate var isOrder: Bool {
    utf8.count <= 50 && utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
