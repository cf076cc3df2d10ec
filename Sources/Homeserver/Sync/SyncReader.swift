import Foundation
import GRDB
import ModelKit

/// Reads what a sync tells from one consistent state of the file.
struct SyncReader {
  let query: SyncQuery
  let database: Database
  /// Everything up to this change is told: the last one in the file, or the one up to which the
  /// first part of the answer told.
  let position: Int64
  /// The last change that was told; below all positions when nothing was.
  let since: Int64
  /// Whether the whole state of all rooms is told.
  let isFullState: Bool
  /// Whether the client was told of changes that are not in the file, because an older copy was put
  /// back: all is told anew, and joins nothing that was told before.
  let isOtherHistory: Bool
  let ignored: IgnoredUsers
  let lazyMembers: LazyMembers
  let limits: ResponseLimits
  let scan = TimelineScan()

  init(
    _ query: SyncQuery, lazyMembers: LazyMembers, limits: ResponseLimits, database: Database
  ) throws {
    let last = try ServerValues.position(in: database)
    var query = query
    isOtherHistory = query.since.map { $0.position > last } ?? false
    if isOtherHistory { query.since = nil }
    ignored = try IgnoredUsers.read(of: query.user, from: database)
    query.filter = query.filter.ignoring(ignored)
    self.query = query
    self.database = database
    self.lazyMembers = lazyMembers
    self.limits = limits
    let told = query.since?.position
    if let told, let rest = query.since?.rest {
      position = told
      since = min(rest.since, told)
      isFullState = query.isFullState || rest.isFullState
    } else {
      position = last
      since = told ?? -1
      isFullState = query.isFullState
    }
  }

  /// A room of the user.
  struct Standing {
    let room: RoomID
    let membership: Membership
    /// Of the last change.
    let position: Int64
    let isForgotten: Bool
    /// Whether the user is in the room no more, but was at the position that is told of.
    var isOver = false
  }

  /// Reads all.
  func read(
    typing: (_ rooms: [RoomID], _ after: Int64) -> (users: [RoomID: [UserID]], last: Int64),
    boot: String
  ) throws -> SyncContent {
    let standings = try self.standings()
    let cut = typing(standings.filter { !$0.isOver }.map(\.room), typingPlace(boot))
    let accountData = try self.accountData()
    var content = SyncContent(
      token: StreamToken(position: position, typing: cut.last, boot: boot))
    if let since = query.since, let rest = since.rest {
      // The first part told of what belongs to no room, and where typing goes on.
      content.token = StreamToken(position: position, typing: since.typing, boot: since.boot)
      try add(
        standings.filter { $0.room.rawValue > rest.room.rawValue }, cut.users, accountData,
        to: &content)
    } else {
      content.accountData = accountData[nil, default: []]
      let joined = standings.lazy.filter { $0.membership == .join }.map { ($0.room, [UserID]()) }
      let typing =
        isTypingLost(boot) ? cut.users.merging(joined) { typing, _ in typing } : cut.users
      try add(standings, typing, accountData, to: &content)
    }
    return content
  }

  /// Reads rooms in their order, until there is no room for more.
  private func add(
    _ standings: [Standing], _ typing: [RoomID: [UserID]], _ accountData: [RoomID?: [AccountDatum]],
    to content: inout SyncContent
  ) throws {
    let changed = try changedRooms()
    var last: RoomID?
    for standing in standings where query.filter.allows(room: standing.room) {
      let data = accountData[standing.room] ?? []
      // Most rooms have nothing new, and are not looked at.
      if let changed, typing[standing.room] == nil, data.isEmpty, standing.position <= since,
        !changed.contains(standing.room)
      {
        continue
      }
      if let last, scan.isExhausted {
        return content.token.rest = rest(behind: last)
      }
      let news = try news(of: standing, typing[standing.room], data)
      if let last, !content.rooms.isEmpty, content.rooms.size + news.size > limits.sync {
        return content.token.rest = rest(behind: last)
      }
      content.rooms.append(news)
      last = standing.room
    }
  }

  private func rest(behind room: RoomID) -> StreamToken.Rest {
    StreamToken.Rest(since: since, isFullState: isFullState, behind: room)
  }

  /// The rooms with new events or receipts; nil when all must be looked at.
  private func changedRooms() throws -> Set<RoomID>? {
    guard since >= 0, !isFullState, position - since <= 2_000 else { return nil }
    let rooms = try String.all(
      database,
      """
      SELECT DISTINCT room FROM events WHERE position > ?1
      UNION SELECT DISTINCT room FROM receipts WHERE position > ?1
      """, [since])
    return Set(rooms.compactMap { RoomID($0) })
  }

  /// Typing counts anew where another process told it.
  private func typingPlace(_ boot: String) -> Int64 {
    guard let since = query.since, since.rest == nil, since.boot == boot else { return 0 }
    return since.typing
  }

  /// Whether the client may still show somebody as typing whom an earlier process told of.
  private func isTypingLost(_ boot: String) -> Bool {
    guard let since = query.since else { return false }
    return since.boot != boot && since.typing > 0
  }

  /// The rooms of the user as they were at the position, in their order.
  private func standings() throws -> [Standing] {
    try Row.all(
      database,
      """
      SELECT room, membership, position, is_forgotten FROM memberships WHERE user = ?
      ORDER BY room
      """, [query.user]
    ) { row in
      guard let room = RoomID(row["room"]), let membership = Membership(rawValue: row["membership"])
      else { return nil }
      let standing = Standing(
        room: room, membership: membership, position: row["position"],
        isForgotten: row["is_forgotten"])
      return standing.position <= position ? standing : try earlier(standing)
    }
  }

  /// What the user was to a room at the position, when that has changed since.
  private func earlier(_ standing: Standing) throws -> Standing? {
    let event = try EventRows.stateEvent(
      StateKey("m.room.member", query.user.rawValue), of: standing.room, at: position,
      from: database)
    guard let event, let membership = try event.membership() else { return nil }
    return Standing(
      room: standing.room, membership: membership, position: event.position, isForgotten: false,
      isOver: standing.membership != .join)
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
    let changed = try Row.all(
      database,
      """
      SELECT room, type, json FROM account_data WHERE user = ? AND position > ? ORDER BY position
      """, [query.user, isFullState ? -1 : since]
    ) { row in
      let room = RoomID(row["room"])
      return allows(row["type"], in: room) ? (room, AccountDatum(row)) : nil
    }
    for (room, datum) in changed { data[room, default: []].append(datum) }
    return data
  }

  private func allows(_ type: String, in room: RoomID?) -> Bool {
    guard let room else { return query.filter.accountData.allows(type: type) }
    let selection = query.filter.roomAccountData
    return selection.allows(room: room) && selection.allows(type: type)
  }

  /// All account data of a room.
  func allAccountData(of room: RoomID) throws -> [AccountDatum] {
    try Row.all(
      database, "SELECT type, json FROM account_data WHERE user = ? AND room = ? ORDER BY position",
      [query.user, room]
    ) { allows($0["type"], in: room) ? AccountDatum($0) : nil }
  }

  /// Reads one room.
  private func news(
    of standing: Standing, _ typing: [UserID]?, _ accountData: [AccountDatum]
  ) throws -> SyncRooms {
    var rooms = SyncRooms()
    let isNews = standing.position > since
    switch standing.membership {
    case .join:
      let room = try joinedRoom(standing, typing, accountData)
      if !room.isEmpty { rooms.append(joined: room) }
    case .invite:
      guard isNews || isFullState else { return rooms }
      if let room = try invitedRoom(standing.room) { rooms.append(invited: room) }
      guard since >= 0, let left = try roomLeftMeanwhile(standing) else { return rooms }
      rooms.append(left: left)
    case .leave, .ban:
      let isAsked = query.filter.includesLeftRooms && (since < 0 || isFullState)
      guard (isNews && since >= 0) || (isAsked && !standing.isForgotten) else { return rooms }
      rooms.append(left: try leftRoom(standing.room, at: standing.position, accountData))
    case .knock: break
    }
    return rooms
  }
}

extension AccountDatum {
  fileprivate init(_ row: Row) {
    self.init(type: row["type"], json: [UInt8](row["json"] as Data))
  }
}
