import Foundation
import GRDB
import MatrixWire
import ModelKit

/// The rooms that a user's lists can show, the most recently active first.
///
/// Rooms are ordered by their last event of any kind, as Synapse does, and not by `bump_stamp`: a
/// room with news then always enters the first range. Clients order by `bump_stamp` themselves.
struct RoomCatalog {
  private let standings: [SyncReader.Standing]
  private let database: Database
  private let user: UserID
  private let directRooms: Set<RoomID>
  private var types: [RoomID: String?] = [:]
  private var encryption: [RoomID: Bool] = [:]
  private var tags: [RoomID: Set<String>]?

  init(
    _ standings: [SyncReader.Standing], of user: UserID, directRooms: Set<RoomID>,
    from database: Database
  ) throws {
    let active = try Row.all(
      database,
      """
      SELECT room, (SELECT MAX(position) FROM events WHERE events.room = memberships.room) AS last
      FROM memberships WHERE user = ? AND membership = 'join'
      """, [user]
    ) { row in RoomID(row["room"]).map { ($0, row["last"] as Int64? ?? 0) } }
    let activity = Dictionary(active) { $1 }
    self.standings = standings.sorted {
      (activity[$0.room] ?? $0.position) > (activity[$1.room] ?? $1.position)
    }
    self.database = database
    self.user = user
    self.directRooms = directRooms
  }

  var rooms: [RoomID] { standings.map(\.room) }

  /// The rooms that pass all filters, in order.
  mutating func rooms(_ filters: RawSlidingSyncFilters?) throws -> [RoomID] {
    guard let filters else { return rooms }
    let children = try filters.spaces.map { try self.children(of: $0) }
    var rooms: [RoomID] = []
    for standing in standings where try passes(standing, filters) {
      if children?.contains(standing.room) ?? true { rooms.append(standing.room) }
    }
    return rooms
  }

  private mutating func passes(
    _ standing: SyncReader.Standing, _ filters: RawSlidingSyncFilters
  ) throws -> Bool {
    let room = standing.room
    if let isDirect = filters.isDirect, directRooms.contains(room) != isDirect { return false }
    if let isInvite = filters.isInvite, (standing.membership == .invite) != isInvite {
      return false
    }
    if let isEncrypted = filters.isEncrypted, try self.isEncrypted(standing) != isEncrypted {
      return false
    }
    if filters.roomTypes != nil || filters.notRoomTypes != nil {
      let type = try type(of: standing)
      guard filters.roomTypes?.contains(type) ?? true,
        filters.notRoomTypes?.contains(type) != true
      else { return false }
    }
    if filters.tags != nil || filters.notTags != nil {
      let tags = try tags(of: room)
      guard filters.tags.map({ !tags.isDisjoint(with: $0) }) ?? true,
        filters.notTags.map({ tags.isDisjoint(with: $0) }) ?? true
      else { return false }
    }
    return true
  }

  /// Lists share these lookups, so that a request with many lists does not repeat them.
  private mutating func isEncrypted(_ standing: SyncReader.Standing) throws -> Bool {
    if let known = encryption[standing.room] { return known }
    let found = try stateEvent(EventType.encryption, standing) != nil
    encryption[standing.room] = found
    return found
  }

  /// The type in `m.room.create`; nil for a room without one.
  private mutating func type(of standing: SyncReader.Standing) throws -> String? {
    if let known = types[standing.room] { return known }
    let type = try stateEvent(EventType.create, standing)?.content().value()["type"]?.string
    types[standing.room] = .some(type)
    return type
  }

  /// State that the user may know: of the present for a member, of the end of their stay for others.
  private func stateEvent(
    _ type: String, _ standing: SyncReader.Standing
  ) throws -> StoredEvent? {
    var end = Int64.max
    if standing.membership == .invite || standing.membership == .knock { end = standing.position }
    if standing.membership == .leave || standing.membership == .ban {
      let access = try RoomAccess.read(of: user, in: standing.room, from: database)
      guard access.standing == .departed else { return nil }
      end = access.statePosition
    }
    return try EventRows.stateEvent(
      StateKey(type), of: standing.room, at: end, from: database)
  }

  private mutating func tags(of room: RoomID) throws -> Set<String> {
    if let tags { return tags[room] ?? [] }
    let rows = try Row.all(
      database, "SELECT room, json FROM account_data WHERE user = ? AND type = 'm.tag'", [user]
    ) { row -> (RoomID, Set<String>)? in
      guard let room = RoomID(row["room"]) else { return nil }
      let tags = try JSONValue([UInt8](row["json"] as Data))["tags"]?.object
      return (room, Set(tags?.members.map(\.key) ?? []))
    }
    let read = Dictionary(rows) { $1 }
    tags = read
    return read[room] ?? []
  }

  /// The children of the spaces among the user's rooms.
  private func children(of spaces: [String]) throws -> Set<RoomID> {
    let joined = Set(standings.lazy.filter { $0.membership == .join }.map(\.room))
    var children: Set<RoomID> = []
    for space in Set(spaces.compactMap { RoomID($0) }) where joined.contains(space) {
      let links = try EventRows.state(of: space, .withoutMembers, from: database)
      for link in links where link.type == "m.space.child" {
        // A link without servers has been removed.
        guard try link.content().value()["via"]?.array != nil else { continue }
        if let room = link.stateKey.flatMap({ RoomID($0) }) { children.insert(room) }
      }
    }
    return children
  }
}
