import Foundation
import GRDB
import ModelKit

/// Reads what a sync tells from one consistent state of the file.
struct SyncReader {
  let query: SyncQuery
  let database: Database
  /// The last change that is in the file; everything up to it is told.
  let position: Int64
  /// The last change that was told; below all positions when nothing was.
  let since: Int64
  let lazyMembers: LazyMembers

  /// What was read, and the rooms that the user is in at its position.
  struct Outcome: Sendable {
    var content: SyncContent
    let joined: Set<RoomID>
  }

  init(_ query: SyncQuery, lazyMembers: LazyMembers, database: Database) throws {
    self.query = query
    self.database = database
    self.lazyMembers = lazyMembers
    position = try Self.position(of: database)
    since = query.since.map { [position] in min($0.position, position) } ?? -1
  }

  /// The last change that is in the file.
  static func position(of database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT CAST(value AS INTEGER) FROM server WHERE name = 'position'")) ?? 0
  }

  /// A room of the user.
  struct Standing {
    let room: RoomID
    let membership: Membership
    /// Of the last change.
    let position: Int64
    let isForgotten: Bool
  }

  /// Reads all.
  func read(
    typing: (_ rooms: [RoomID], _ after: Int64) -> (users: [RoomID: [UserID]], last: Int64),
    boot: String
  ) throws
    -> Outcome
  {
    let standings = try self.standings()
    let accountData = try self.accountData()
    var content = SyncContent(
      token: StreamToken(position: position, typing: 0, boot: boot))
    content.accountData = accountData[nil, default: []]
    let joined = standings.filter { $0.membership == .join }
    let cut = typing(joined.map(\.room), typingPlace(boot))
    content.token.typing = cut.last
    let isTypingLost = isTypingLost(boot)
    let changed = try changedRooms()
    for standing in standings where query.filter.allows(room: standing.room) {
      let typing = cut.users[standing.room] ?? (isTypingLost ? [] : nil)
      let data = accountData[standing.room] ?? []
      // Most rooms have nothing new, and are not looked at.
      if let changed, typing == nil, data.isEmpty, standing.position <= since,
        !changed.contains(standing.room)
      {
        continue
      }
      try add(standing, typing, data, to: &content)
    }
    return Outcome(content: content, joined: Set(joined.map(\.room)))
  }

  /// The rooms with new events or receipts; nil when all must be looked at.
  private func changedRooms() throws -> Set<RoomID>? {
    guard since >= 0, !query.isFullState, position - since <= 2_000 else { return nil }
    let rooms = try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT room FROM events WHERE position > ?1
          UNION SELECT DISTINCT room FROM receipts WHERE position > ?1
          """),
      arguments: [since])
    return Set(rooms.compactMap { RoomID($0) })
  }

  /// Typing counts anew where another process told it.
  private func typingPlace(_ boot: String) -> Int64 {
    guard let since = query.since, since.boot == boot else { return 0 }
    return since.typing
  }

  /// Whether the client may still show somebody as typing whom an earlier process told of.
  private func isTypingLost(_ boot: String) -> Bool {
    guard let since = query.since else { return false }
    return since.boot != boot && since.typing > 0
  }

  private func standings() throws -> [Standing] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT room, membership, position, is_forgotten FROM memberships WHERE user = ?"),
      arguments: [query.user.rawValue])
    return rows.compactMap { row in
      guard let room = RoomID(row["room"]), let membership = Membership(rawValue: row["membership"])
      else { return nil }
      return Standing(
        room: room, membership: membership, position: row["position"],
        isForgotten: row["is_forgotten"])
    }
  }

  /// What changed of the account data, by room; all of it for rooms that are new to the client.
  private func accountData() throws -> [RoomID?: [AccountDatum]] {
    var data: [RoomID?: [AccountDatum]] = [:]
    if since < 0, query.filter.accountData.allows(type: PushRules.type) {
      data[nil] = [
        AccountDatum(
          type: PushRules.type, json: PushRules.content(of: query.user).encoded())
      ]
    }
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT room, type, json FROM account_data WHERE user = ? AND position > ?
          ORDER BY position
          """),
      arguments: [query.user.rawValue, query.isFullState ? -1 : since])
    while let row = try rows.next() {
      let room = RoomID(row["room"])
      let datum = AccountDatum(type: row["type"], json: [UInt8](row["json"] as Data))
      guard allows(datum.type, in: room) else { continue }
      data[room, default: []].append(datum)
    }
    return data
  }

  private func allows(_ type: String, in room: RoomID?) -> Bool {
    guard let room else { return query.filter.accountData.allows(type: type) }
    let selection = query.filter.roomAccountData
    return selection.allows(room: room) && selection.allows(type: type)
  }

  /// All account data of a room.
  func allAccountData(of room: RoomID) throws -> [AccountDatum] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT type, json FROM account_data WHERE user = ? AND room = ? ORDER BY position"),
      arguments: [query.user.rawValue, room.rawValue])
    return rows.map { AccountDatum(type: $0["type"], json: [UInt8]($0["json"] as Data)) }
      .filter { allows($0.type, in: room) }
  }

  /// Reads one room.
  private func add(
    _ standing: Standing, _ typing: [UserID]?, _ accountData: [AccountDatum],
    to content: inout SyncContent
  ) throws {
    let isNews = standing.position > since
    switch standing.membership {
    case .join:
      let room = try joinedRoom(standing, typing, accountData)
      if !room.isEmpty { content.joined.append(room) }
    case .invite:
      guard isNews || query.isFullState else { return }
      if let room = try invitedRoom(standing.room) { content.invited.append(room) }
      guard since >= 0, let left = try roomLeftMeanwhile(standing) else { return }
      content.left.append(left)
    case .leave, .ban:
      let isAsked = query.filter.includesLeftRooms && (since < 0 || query.isFullState)
      guard (isNews && since >= 0) || (isAsked && !standing.isForgotten) else { return }
      content.left.append(try leftRoom(standing.room, at: standing.position, accountData))
    case .knock: break
    }
  }
}
