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
  /// The newest messages whose current text contains all words of a query.
  ///
  /// Words are compared without regard to case and accents; the last one may be the beginning of a
  /// word.
  ///
  /// - Parameters:
  ///   - room: The only room to search in; nil for all.
  ///   - ignored: The people whose messages are left out.
  func search(
    _ query: String, in room: RoomID?, besides ignored: Set<UserID>, limit: Int
  ) throws -> [FoundEvent] {
    guard let pattern = Self.pattern(query) else { return [] }
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT found.room, coalesce(line.id, found.id)
          FROM texts JOIN events AS found ON found.number = texts.rowid
          LEFT JOIN events AS line
            ON found.kind = \(EventKind.edit.rawValue) AND line.room = found.room
            AND line.id = found.target AND line.sender = found.sender
          WHERE texts MATCH ?1
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
          ORDER BY coalesce(line.time, found.time) DESC, found.number DESC LIMIT ?4
          """),
      arguments: [
        pattern, room?.rawValue,
        JSONValue.array(ignored.map { .string($0.rawValue) }).text, limit,
      ])
    return rows.compactMap { row in
      EventID(row[1]).map { FoundEvent(room: row[0], event: $0) }
    }
  }

  /// The query as quoted words, so that nothing in it is an operator.
  private static func pattern(_ query: String) -> String? {
    let words = query.split(whereSeparator: \.isWhitespace).map {
      "\"" + $0.replacing("\"", with: "\"\"") + "\""
    }
    return words.isEmpty ? nil : words.joined(separator: " ") + "*"
  }
}
