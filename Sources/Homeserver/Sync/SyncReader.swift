import Foundation
import GRDB
import ModelKit

/// Reads the content of a sync response from one consistent snapshot of the database.
struct SyncReader {
  let query: SyncQuery
  let database: Database
  /// The response covers everything up to this position: the last one in the database, or the end
  /// of the first part when the response comes in parts.
  let position: Int64
  /// The end of the previous sync; negative for an initial sync.
  private(set) var since: Int64
  /// The maximum number of timeline events per room.
  private(set) var timelineLimit: Int
  let isFullState: Bool
  /// Whether the client has seen changes that the database lacks because someone restored an older
  /// copy; the response then starts over, and every timeline begins with a gap.
  let isOtherHistory: Bool
  let ignored: IgnoredUsers
  let limits: ResponseLimits
  let scan = TimelineScan()

  init(_ query: SyncQuery, limits: ResponseLimits, database: Database) throws {
    let last = try ServerValues.position(in: database)
    var query = query
    isOtherHistory = query.since.map { $0.position > last } ?? false
    if isOtherHistory { query.since = nil }
    ignored = try IgnoredUsers.read(of: query.user, from: database)
    query.filter = query.filter.ignoring(ignored)
    self.query = query
    timelineLimit = query.filter.timelineLimit
    self.database = database
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

  /// The same reader for a client with another past.
  func continuing(since: Int64, timelineLimit: Int) -> SyncReader {
    var reader = self
    reader.since = since
    reader.timelineLimit = timelineLimit
    return reader
  }

  /// A room of the user.
  struct Standing {
    let room: RoomID
    let membership: Membership
    /// The position of the last membership event.
    let position: Int64
    let isForgotten: Bool
    /// Whether the user was in the room at the end of the sync but has left since.
    var isOver = false
  }

  func read(
    typing: (_ rooms: [RoomID], _ after: Int64) -> (users: [RoomID: [UserID]], last: Int64),
    presence: (_ after: Int64) -> [UserID: UserPresence], boot: String
  ) throws -> SyncContent {
    let standings = try self.standings()
    let cut = typing(standings.filter { !$0.isOver }.map(\.room), typingPlace(boot))
    let accountData = try self.accountData()
    var content = SyncContent(
      token: StreamToken(position: position, typing: cut.last, boot: boot))
    if let since = query.since, let rest = since.rest {
      // The first part already held the global account data and the typing position.
      content.token = StreamToken(position: position, typing: since.typing, boot: since.boot)
      try add(
        standings.filter { $0.room.rawValue > rest.room.rawValue }, cut.users, accountData,
        to: &content)
    } else {
      content.accountData = accountData[nil, default: []]
      // After the cut of typing, so that no change lies between both.
      content.presence = try people(presence(typingPlace(boot)), isLost: isTypingLost(boot))
      let joined = standings.lazy.filter { $0.membership == .join }.map { ($0.room, [UserID]()) }
      let typing =
        isTypingLost(boot) ? cut.users.merging(joined) { typing, _ in typing } : cut.users
      try add(standings, typing, accountData, to: &content)
    }
    return content
  }

  /// Adds rooms in order of their ids until the response is full.
  private func add(
    _ standings: [Standing], _ typing: [RoomID: [UserID]], _ accountData: [RoomID?: [AccountDatum]],
    to content: inout SyncContent
  ) throws {
    let changed = try changedRooms()
    var last: RoomID?
    var size = 0
    for standing in standings where query.filter.allows(room: standing.room) {
      let data = accountData[standing.room] ?? []
      // Skips the rooms without news, which are most of them.
      if let changed, typing[standing.room] == nil, data.isEmpty, standing.position <= since,
        !changed.contains(standing.room)
      {
        continue
      }
      if let last, scan.isExhausted {
        return content.token.rest = rest(behind: last)
      }
      let news = try news(of: standing, typing[standing.room], data)
      size += news.size
      if let last, !content.rooms.isEmpty, size > limits.sync {
        return content.token.rest = rest(behind: last)
      }
      content.rooms.append(news)
      last = standing.room
    }
  }

  private func rest(behind room: RoomID) -> StreamToken.Rest {
    StreamToken.Rest(since: since, isFullState: isFullState, behind: room)
  }

  /// The rooms with new events or receipts; nil when every room must be examined.
  func changedRooms() throws -> Set<RoomID>? {
    guard since >= 0, !isFullState, position - since <= 2_000 else { return nil }
    let rooms = try String.all(
      database,
      """
      SELECT DISTINCT room FROM events WHERE position > ?1
      UNION SELECT DISTINCT room FROM receipts WHERE position > ?1
      """, [since])
    return Set(rooms.compactMap { RoomID($0) })
  }

  /// Typing positions of an earlier server process mean nothing to this one.
  private func typingPlace(_ boot: String) -> Int64 {
    guard let since = query.since, since.rest == nil, since.boot == boot else { return 0 }
    return since.typing
  }

  /// Whether the client may still show a user as typing because an earlier process reported it.
  private func isTypingLost(_ boot: String) -> Bool {
    guard let since = query.since else { return false }
    return since.boot != boot && since.typing > 0
  }

  /// The user's memberships at `position`, in order of the room ids.
  func standings() throws -> [Standing] {
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

  /// The user's membership at `position` when it has changed since.
  private func earlier(_ standing: Standing) throws -> Standing? {
    let event = try EventRows.member(query.user, of: standing.room, at: position, from: database)
    guard let event, let membership = try event.membership() else { return nil }
    return Standing(
      room: standing.room, membership: membership, position: event.position, isForgotten: false,
      isOver: standing.membership != .join)
  }

  /// The changed account data by room; the key nil holds the global account data.
  func accountData() throws -> [RoomID?: [AccountDatum]] {
    var data: [RoomID?: [AccountDatum]] = [:]
    if since < 0, query.filter.accountData.allows(type: PushRules.type),
      try PushRules.changed(by: query.user, in: database) == nil
    {
      let rules = PushRules.predefined(for: query.user)
      data[nil] = [AccountDatum(type: PushRules.type, json: rules.encoded())]
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

  /// The account data of a room that changed after a position; negative for all of them.
  func accountData(of room: RoomID, after position: Int64 = -1) throws -> [AccountDatum] {
    try Row.all(
      database,
      """
      SELECT type, json FROM account_data WHERE user = ? AND room = ? AND position > ?
      ORDER BY position
      """, [query.user, room, position]
    ) { allows($0["type"], in: room) ? AccountDatum($0) : nil }
  }

  private func news(
    of standing: Standing, _ typing: [UserID]?, _ accountData: [AccountDatum]
  ) throws -> SyncRooms {
    var rooms = SyncRooms()
    let isNews = standing.position > since
    switch standing.membership {
    case .join:
      let room = try joinedRoom(standing, typing, accountData)
      if !room.isEmpty { rooms.joined.append(room) }
    case .invite, .knock:
      guard isNews || isFullState else { return rooms }
      if let room = try strippedRoom(standing.room) {
        if standing.membership == .invite {
          rooms.invited.append(room)
        } else {
          rooms.knocked.append(room)
        }
      }
      guard since >= 0, let left = try roomLeftMeanwhile(standing) else { return rooms }
      rooms.left.append(left)
    case .leave, .ban:
      let isAsked = query.filter.includesLeftRooms && (since < 0 || isFullState)
      guard (isNews && since >= 0) || (isAsked && !standing.isForgotten) else { return rooms }
      rooms.left.append(try leftRoom(standing.room, at: standing.position, accountData))
    }
    return rooms
  }
}

extension AccountDatum {
  fileprivate init(_ row: Row) {
    self.init(type: row["type"], json: [UInt8](row["json"] as Data))
  }
}
