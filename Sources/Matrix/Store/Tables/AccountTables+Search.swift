import GRDB
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
  func search(_ query: String, limit: Int) throws -> [FoundEvent] {
    guard let pattern = Self.pattern(query) else { return [] }
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT found.room, coalesce(line.id, found.id)
          FROM texts JOIN events AS found ON found.number = texts.rowid
          LEFT JOIN events AS line
            ON found.kind = \(EventKind.edit.rawValue) AND line.room = found.room
            AND line.id = found.target AND line.sender = found.sender
          WHERE texts MATCH ?
            AND (found.kind = \(EventKind.edit.rawValue)) = (line.id IS NOT NULL)
            AND NOT EXISTS (
              SELECT 1 FROM events AS edit
              WHERE edit.room = found.room AND edit.target = coalesce(line.id, found.id)
                AND edit.kind = \(EventKind.edit.rawValue) AND edit.sender = found.sender
                AND edit.number <> found.number
                AND (found.kind <> edit.kind OR (edit.time, edit.id) > (found.time, found.id)))
          ORDER BY found.time DESC, found.number DESC LIMIT ?
          """),
      arguments: [pattern, limit])
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
