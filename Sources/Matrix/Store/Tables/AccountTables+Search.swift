import Controllers
import GRDB
import ModelKit
import Models

/// A message that a search found.
struct FoundEvent: Hashable {
  let room: Int64
  /// The line: for the text of an edit, the line that it edits.
  let event: EventID
}

extension AccountTables {
  /// The newest messages whose current text contains all words of some terms, and whose senders they allow.
  ///
  /// Words are compared without regard to case and accents; the last one may be the beginning of a
  /// word.
  ///
  /// - Parameters:
  ///   - times: When the messages were sent; nil for any time.
  ///   - room: The only room to search in; nil for all.
  ///   - ignored: The people whose messages are left out.
  func search(
    _ terms: SearchTerms, sent times: Range<Timestamp>? = nil, in room: RoomID?,
    besides ignored: Set<UserID>, limit: Int
  ) throws -> [FoundEvent] {
    guard !terms.isEmpty else { return [] }
    let pattern = Self.pattern(terms.words)
    let senders = terms.senders.isEmpty ? nil : try people(named: terms.senders)
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT found.room, coalesce(line.id, found.id)
          FROM texts JOIN events AS found ON found.number = texts.rowid
          LEFT JOIN events AS line
            ON found.kind = \(EventKind.edit.rawValue) AND line.room = found.room
            AND line.id = found.target AND line.sender = found.sender
          WHERE \(pattern == nil ? "?1 IS NULL" : "texts MATCH ?1")
            AND (found.kind = \(EventKind.edit.rawValue)) = (line.id IS NOT NULL)
            AND NOT EXISTS (
              SELECT 1 FROM events AS edit
              WHERE edit.room = found.room AND edit.target = coalesce(line.id, found.id)
                AND edit.kind = \(EventKind.edit.rawValue) AND edit.sender = found.sender
                AND edit.number <> found.number
                AND (found.kind <> edit.kind OR (edit.time, edit.id) > (found.time, found.id)))
            AND iif(line.id IS NULL, found.position, line.position) IS NOT NULL
            AND (?2 IS NULL OR found.room = (SELECT number FROM rooms WHERE id = ?2))
            AND found.sender NOT IN (SELECT value FROM json_each(?3))
            AND (?4 IS NULL OR found.sender IN (SELECT value FROM json_each(?4)))
            AND (?6 IS NULL OR coalesce(line.time, found.time) >= ?6)
            AND (?7 IS NULL OR coalesce(line.time, found.time) < ?7)
          ORDER BY coalesce(line.time, found.time) DESC, found.number DESC LIMIT ?5
          """),
      arguments: [
        pattern, room?.rawValue, Self.array(ignored.map(\.rawValue)), senders.map(Self.array),
        limit, times?.lowerBound.milliseconds, times?.upperBound.milliseconds,
      ])
    return rows.compactMap { row in
      EventID(row[1]).map { FoundEvent(room: row[0], event: $0) }
    }
  }

  /// The words in quotes, so that nothing in them is an operator, each in all of its spellings; nil for none.
  ///
  /// Words of one spelling stand side by side: there the index passes over those without letters.
  /// Source: SQLite, "FTS5: Full-text Query Syntax".
  private static func pattern(_ words: [String]) -> String? {
    guard let last = words.indices.last else { return nil }
    var plain: [String] = []
    var choices: [String] = []
    for (index, word) in words.enumerated() {
      let spellings = IndexedText.spellings(of: word, isBeginning: index == last).map {
        "\"" + IndexedText.text($0).replacing("\"", with: "\"\"") + (index == last ? "\"*" : "\"")
      }
      if spellings.count == 1 {
        plain += spellings
      } else {
        choices.append("(" + spellings.joined(separator: " OR ") + ")")
      }
    }
    if !choices.isEmpty { plain.removeAll { !IndexedText.hasWord($0) } }
    let parts = plain.isEmpty ? choices : [plain.joined(separator: " ")] + choices
    return parts.joined(separator: " AND ")
  }

  /// The people whose IDs begin with one of some names, with or without the @, or who have one of them in
  /// their display names.
  private func people(named names: [String]) throws -> [String] {
    try names.flatMap { name in
      let name = name.replacing(/[\\%_]/) { "\\" + $0.output }
      let id = name.hasPrefix("@") ? name : "@" + name
      return try String.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT user FROM members
            WHERE user LIKE ?1 ESCAPE '\\'
              OR json_extract(profile, '$.displayName') LIKE ?2 ESCAPE '\\'
            GROUP BY user
            """), arguments: [id + "%", "%" + name + "%"])
    }
  }

  private static func array(_ texts: [String]) -> String {
    JSONValue.array(texts.map { .string($0) }).text
  }
}
