import GRDB
import ModelKit
import Models

extension AccountTables {
  /// The votes of a poll until its end.
  ///
  /// Each person has one vote, the newest one that was not taken back. Source: MSC3381. Of more people than
  /// the limit, the first by ID are counted, and the account itself.
  func votes(
    in poll: PollContent, _ event: EventID, by sender: UserID, own: UserID,
    enders: PowerHolders, in room: Int64
  ) throws -> PollVotes {
    let end = try end(of: event, by: sender, enders, in: room)
    var tally = Tally(poll: poll, own: own.rawValue)
    let most = Limits.voters
    let rows = try voteRows(of: event, until: end ?? .max, most: most + 1, in: room)
    while tally.seen < most, let row = try rows.next() { tally.add(row) }
    let hasMore = try rows.next() != nil
    if hasMore, !tally.hasOwn {
      let rest = try voteRows(of: event, until: end ?? .max, from: own.rawValue, most: 1, in: room)
      if let row = try rest.next(), row[0] == own.rawValue { tally.add(row) }
    }
    return PollVotes(
      counts: poll.answers.map { tally.counts[$0.key] ?? 0 }, voters: tally.voters,
      own: tally.chosenByOwn, isEnded: end != nil, hasMoreVoters: hasMore)
  }

  /// The votes that were counted.
  private struct Tally {
    let poll: PollContent
    let own: String
    var counts: [String: Int] = [:]
    var chosenByOwn: [String] = []
    var hasOwn = false
    var seen = 0
    var voters = 0

    mutating func add(_ row: Row) {
      seen += 1
      let isOwn = row[0] == own
      if isOwn { hasOwn = true }
      guard let keys = (row[1] as String?).flatMap({ try? JSONValue(Array($0.utf8)) })?.array
      else { return }
      let chosen = poll.selections(in: keys.compactMap(\.string))
      if isOwn { chosenByOwn = chosen }
      if !chosen.isEmpty { voters += 1 }
      for key in chosen { counts[key, default: 0] += 1 }
    }
  }

  /// The people who voted, from an ID on, each with the vote that counts.
  ///
  /// One step of the index for each person: somebody may vote any number of times.
  private func voteRows(
    of poll: EventID, until end: Int64, from first: String = "", most: Int, in room: Int64
  ) throws -> RowCursor {
    let vote = "room = ?1 AND target = ?2 AND kind = \(EventKind.vote.rawValue)"
    return try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          WITH RECURSIVE voters(name) AS (
            SELECT MIN(sender) FROM events INDEXED BY votes WHERE \(vote)
              AND sender >= ?5
            UNION ALL
            SELECT (
              SELECT MIN(sender) FROM events INDEXED BY votes WHERE \(vote) AND sender > name)
            FROM voters WHERE name IS NOT NULL LIMIT ?4)
          SELECT name, (
            SELECT key FROM events AS vote INDEXED BY votes
            WHERE \(vote) AND sender = name AND time <= ?3
            AND NOT EXISTS (
              SELECT 1 FROM events WHERE room = ?1 AND target = vote.id
                AND kind = \(EventKind.redaction.rawValue))
            ORDER BY time DESC, id DESC LIMIT 1)
          FROM voters WHERE name IS NOT NULL
          """),
      arguments: [room, poll.rawValue, end, most, first])
  }

  /// The time at which a poll ended: that of the first end by somebody who may end it.
  private func end(
    of poll: EventID, by sender: UserID, _ enders: PowerHolders, in room: Int64
  ) throws -> Int64? {
    var names: String?
    if case .these(let users) = enders {
      names = JSONValue.array((users + [sender]).map { .string($0.rawValue) }).text
    }
    return try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT MIN(time) FROM events AS last
          WHERE room = ?1 AND target = ?2 AND kind = ?3
          AND (?4 IS NULL OR sender IN (SELECT value FROM json_each(?4)))
          AND NOT EXISTS (
            SELECT 1 FROM events WHERE room = ?1 AND target = last.id AND kind = ?5)
          """),
      arguments: [
        room, poll.rawValue, EventKind.pollEnd.rawValue, names, EventKind.redaction.rawValue,
      ])
  }
}
