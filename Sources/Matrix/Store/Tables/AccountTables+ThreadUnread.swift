import GRDB
import MatrixPush
import MatrixWire
import ModelKit
import Models

extension AccountTables {
  /// Counts the messages of others in the threads of a room, by root, up to a limit.
  ///
  /// In each thread the account has read up to its receipt there or its own last message, and in all of
  /// them up to its receipt for the whole room or its join. Where none of these is in the newest chunk of
  /// the room's history, the gap before it may have more.
  func unreadThreads(
    of room: Int64, for own: UserID, receipt: EventID?, joinedAt: Int64?, _ judge: PushJudge
  ) throws -> [String: UnreadLines] {
    let gapped = try gappedChunk(of: room, before: nil)
    let read = try receipt.flatMap { try position(of: $0, in: room) ?? nil }
    let start = max(read ?? gapped.map { $0.first - 1 } ?? 0, joinedAt ?? 0)
    let lines = try newestLines(of: room, [.threadLine], after: start, judge, removedOf: own)
    guard !lines.isEmpty else { return [:] }
    let marks = try threadMarks(in: room, Set(lines.compactMap(\.line?.thread)))
    var counts: [String: UnreadLines] = [:]
    var ended: Set<EventID> = []
    for judged in lines {
      guard let root = judged.line?.thread, !ended.contains(root) else { continue }
      guard judged.sender != own, judged.position > marks[root]?.receipt ?? -1 else {
        ended.insert(root)
        continue
      }
      guard judged.outcome.contains(.notifies) else { continue }
      counts[root.rawValue, default: UnreadLines()].count(judged, for: own)
    }
    guard let first = gapped?.first, start < first else { return counts }
    for root in Set(marks.keys).subtracting(ended) where counts[root.rawValue] != nil {
      let mark = marks[root] ?? ThreadMark()
      let isWhole = max(mark.receipt ?? -1, mark.root ?? -1) >= first
      counts[root.rawValue]?.isExact = isWhole
    }
    return counts
  }

  private struct ThreadMark {
    /// The position of the account's receipt.
    var receipt: Int64?
    /// The position of the message that begins the thread.
    var root: Int64?
  }

  /// What bounds the unread messages of some threads.
  private func threadMarks(
    in room: Int64, _ roots: Set<EventID>
  ) throws -> [EventID: ThreadMark] {
    let list = JSONValue.array(roots.map { .string($0.rawValue) }).text
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT value,
            (SELECT position FROM threads JOIN events
              ON events.room = threads.room AND events.id = threads.read
              WHERE threads.room = ?1 AND threads.root = value),
            (SELECT position FROM events WHERE room = ?1 AND id = value)
          FROM json_each(?2)
          """),
      arguments: [room, list])
    let marks = rows.compactMap { row in
      EventID(row[0]).map { ($0, ThreadMark(receipt: row[1], root: row[2])) }
    }
    return Dictionary(marks) { first, _ in first }
  }
}

extension [String: RawUnreadCounts] {
  /// The server's numbers, within bounds.
  var told: [String: UnreadLines] {
    let most = 1_000_000
    var told: [String: UnreadLines] = [:]
    for (root, counts) in prefix(Limits.unreadThreads) where EventID(root) != nil {
      told[root] = UnreadLines(
        messages: Swift.min(Swift.max(0, counts.notifications ?? 0), most),
        mentions: Swift.min(Swift.max(0, counts.highlights ?? 0), most))
    }
    return told
  }
}

extension RoomState {
  /// Takes over the numbers of unread messages in the room's threads; returns those of what the server takes
  /// for threads, but whose messages stand in the room's own history.
  mutating func showUnread(
    _ threads: [String: UnreadLines], _ tables: AccountTables
  ) throws -> UnreadLines {
    var here = UnreadLines()
    guard threadUnread > 0 || hasUnreadVoids || !threads.isEmpty else { return here }
    try tables.setUnread(threads, in: number)
    (threadUnread, threadMentions, hasUnreadVoids) = (0, 0, false)
    threadUnreadIsLeast = false
    for (root, unread) in threads {
      if try EventID(root).map({ try tables.isNoRoot($0, in: number) }) == true {
        here.messages += unread.messages
        here.mentions += unread.mentions
        hasUnreadVoids = true
      } else {
        threadUnread += unread.messages
        threadMentions += unread.mentions
        threadUnreadIsLeast = threadUnreadIsLeast || !unread.isExact
      }
    }
    return here
  }

  /// An event that was taken for the beginning of a thread begins none: what is unread behind it is unread in
  /// the room.
  mutating func moveUnread(ofThread root: EventID, _ tables: AccountTables) throws {
    let unread = try tables.thread(root, in: number).unread
    guard unread.messages > 0 else { return }
    threadUnread = max(0, threadUnread - unread.messages)
    threadMentions = max(0, threadMentions - unread.mentions)
    unreadCount += unread.messages
    mentionCount += unread.mentions
    hasUnreadVoids = true
  }
}
