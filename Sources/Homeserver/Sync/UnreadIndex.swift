import GRDB

/// How much of a room a user has not read.
struct UnreadCount: Hashable, Sendable {
  /// Messages that notify.
  var notifications = 0
  /// Those of them that mention the user.
  var highlights = 0
}

/// The last messages of a room that notify, from which the unread counts of all its members are
/// told without asking the file for each.
struct UnreadIndex: Sendable {
  /// How many are counted at most.
  static let capacity = 4096
  /// How many mentions are kept, and up to twice as many for a while: one message can name thousands.
  static let mentionCapacity = 4096

  private struct Mention {
    let position: Int64
    /// Nil for everybody.
    let user: UserID?
  }

  private var positions: [Int64] = []
  private var lastOwn: [UserID: Int64] = [:]
  private var mentions: [Mention] = []
  /// Mentions up to there are only in the file.
  private var forgotten: Int64 = -1

  /// How many mentions are kept.
  var mentionCount: Int { mentions.count }

  /// The last message of a room that is counted here, or where it was read.
  private(set) var end: Int64

  /// Takes up a new event of the room.
  mutating func append(_ event: StoredEvent) {
    guard event.notifies, event.position > end else { return }
    end = event.position
    add(event.position, sender: event.sender)
    if event.mentionsEverybody { mentions.append(Mention(position: event.position, user: nil)) }
    for user in event.mentions { mentions.append(Mention(position: event.position, user: user)) }
    if mentions.count > 2 * Self.mentionCapacity { dropMentions(keeping: Self.mentionCapacity) }
    guard positions.count >= 2 * Self.capacity else { return }
    positions.removeFirst(positions.count - Self.capacity)
    let first = positions[0]
    let kept = mentions.count - (mentions.firstIndex { $0.position >= first } ?? mentions.count)
    if kept < mentions.count { dropMentions(keeping: kept) }
  }

  private mutating func dropMentions(keeping count: Int) {
    let dropped = mentions.count - count
    forgotten = mentions[dropped - 1].position
    mentions.removeFirst(dropped)
  }

  private mutating func add(_ position: Int64, sender: UserID) {
    positions.append(position)
    lastOwn[sender] = position
  }

  /// What a user has not read who has read up to a position; who writes has read what was before.
  ///
  /// Nil when only the file knows that.
  func count(for user: UserID, readThrough read: Int64) -> UnreadCount? {
    let read = max(read, lastOwn[user] ?? 0)
    guard read >= forgotten else { return nil }
    var count = UnreadCount()
    count.notifications = min(
      positions.count - Self.firstIndex(in: positions, behind: read), Self.capacity)
    var lastPosition: Int64?
    for mention in mentions.reversed() {
      guard mention.position > read else { break }
      guard mention.user == nil || mention.user == user, mention.position != lastPosition else {
        continue
      }
      lastPosition = mention.position
      count.highlights += 1
    }
    return count
  }

  private static func firstIndex(in positions: [Int64], behind position: Int64) -> Int {
    var low = 0
    var high = positions.count
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension UnreadIndex {
  /// Reads the index of a room as it is at a position, which is that of the database.
  static func read(_ room: RoomID, at position: Int64, from database: Database) throws -> Self {
    var index = UnreadIndex(end: position)
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT position, sender FROM events WHERE room = ? AND notifies
          ORDER BY position DESC LIMIT ?
          """),
      arguments: [room.rawValue, capacity])
    for row in rows.reversed() {
      guard let sender = UserID(row["sender"]) else { continue }
      index.add(row["position"], sender: sender)
    }
    guard let first = index.positions.first else { return index }
    index.forgotten =
      try Int64.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT mentions.position FROM mentions
            JOIN events ON events.position = mentions.position AND events.notifies
            WHERE mentions.room = ? AND mentions.position < ?
            ORDER BY mentions.position DESC LIMIT 1
            """),
        arguments: [room.rawValue, first]) ?? -1
    let mentions = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT mentions.user, mentions.position FROM mentions
          JOIN events ON events.position = mentions.position AND events.notifies
          WHERE mentions.room = ? AND mentions.position >= ?
          ORDER BY mentions.position DESC LIMIT ?
          """),
      arguments: [room.rawValue, first, mentionCapacity + 1])
    while let row = try mentions.next() {
      let user: String = row["user"]
      index.mentions.append(Mention(position: row["position"], user: UserID(user)))
    }
    index.mentions.reverse()
    if index.mentionCount > mentionCapacity { index.dropMentions(keeping: mentionCapacity) }
    return index
  }

  private init(end: Int64) {
    self.end = end
  }

  /// What a user has not read, counted in the file.
  static func count(
    for user: UserID, in room: RoomID, readThrough read: Int64, ignoring ignored: IgnoredUsers,
    from database: Database
  ) throws -> UnreadCount {
    var count = UnreadCount()
    var first = read
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT position, sender FROM events WHERE room = ? AND notifies AND position > ?
            AND sender NOT IN (SELECT value FROM json_each(?))
          ORDER BY position DESC LIMIT ?
          """),
      arguments: [room.rawValue, read, ignored.list, capacity])
    while let row = try rows.next() {
      if row["sender"] == user.rawValue {
        first = row["position"]
        break
      }
      count.notifications += 1
    }
    guard count.notifications > 0 else { return count }
    count.highlights =
      try Int.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT COUNT(DISTINCT position) FROM mentions
            WHERE room = ?1 AND user IN (?2, '') AND position > ?3
              AND (
                SELECT notifies AND sender NOT IN (SELECT value FROM json_each(?4))
                FROM events WHERE events.position = mentions.position)
            """),
        arguments: [room.rawValue, user.rawValue, first, ignored.list]) ?? 0
    return count
  }

  /// Up to where a user has read a room: the newest event with a receipt for the whole room or its
  /// main timeline; what was before the user joined counts as read.
  static func readPosition(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> Int64 {
    let receipt = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT MAX(event_position) FROM receipts
          WHERE room = ? AND user = ? AND thread IN ('', 'main')
          """),
      arguments: [room.rawValue, user.rawValue])
    var joined: Int64 = 0
    let changes = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT * FROM events
          WHERE room = ? AND type = 'm.room.member' AND state_key = ? ORDER BY position DESC
          """),
      arguments: [room.rawValue, user.rawValue])
    while let row = try changes.next() {
      let event = try StoredEvent(row: row)
      guard try event.membership() == .join else { break }
      joined = event.position
    }
    return max(receipt ?? 0, joined)
  }
}
