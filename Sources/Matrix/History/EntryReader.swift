import Controllers
import GRDB
import Models

/// Makes entries of a room's history from the events of one transaction.
struct EntryReader {
  private let tables: AccountTables
  private let number: Int64
  private let room: Room
  private let ignored: Set<UserID>

  /// Nil for a room that the cache does not have.
  init?(_ tables: AccountTables, of room: RoomID, for own: UserID) throws {
    guard let number = try tables.number(of: room), let shown = try tables.room(number) else {
      return nil
    }
    self.tables = tables
    self.number = number
    self.room = shown
    ignored = try tables.ignored(by: own)
  }

  /// What this machine keeps after a place.
  func kept(after place: HistoryPlace?, limit: Int) throws -> HistoryPart {
    let found = try tables.lines(of: number, after: place, limit: limit)
    return HistoryPart(
      entries: try messages(found.rows), end: found.rows.count < limit ? nil : found.end)
  }

  /// The newest messages without a gap before or after them, and the end of what is known.
  func newest(_ count: Int) throws -> HistoryPart {
    let newest = try tables.newestChunk(of: number)
    let gap = try tables.gappedChunk(of: number, before: nil)
    let found = try tables.newestLines(
      of: number, from: (gap?.number ?? 0) << 32, limit: count)
    return HistoryPart(
      entries: try messages(found.rows.reversed()),
      // What comes first is of the first chunk.
      end: HistoryPlace(position: newest?.last ?? EventPosition.start(of: 1) - 1, number: .max))
  }

  /// What happened after a place, up to the first gap; nil when nothing did.
  func news(after place: HistoryPlace, limit: Int) throws -> HistoryPart? {
    let gap = try tables.gap(of: number, after: place.position)
    let found = try tables.news(
      of: number, after: place.position, before: gap.map { $0 << 32 } ?? .max, limit: limit)
    guard let end = found.end else { return nil }
    return HistoryPart(entries: try happenings(found.rows), end: end)
  }

  /// Whether something is missing after a place.
  func hasGap(after place: HistoryPlace) throws -> Bool {
    try tables.gap(of: number, after: place.position) != nil
  }

  private func messages(_ rows: [Row]) throws -> [HistoryEntry] {
    let read = rows.compactMap(read)
    return try tables.lines(read, in: number).compactMap { try entry(.message, $0) }
  }

  /// A change of a message that is itself among the news is no entry: the message is as it is now.
  private func happenings(_ rows: [Row]) throws -> [HistoryEntry] {
    var told: Set<String> = []
    return try rows.compactMap { row in
      switch EventKind(rawValue: row[4]) {
      case .line, .threadLine:
        told.insert(row[5])
        return try read(row).flatMap { read in
          try entry(.message, tables.line(read, in: number, isChanged: true))
        }
      case .edit, .redaction: return try change(row, besides: &told)
      default: return nil
      }
    }
  }

  private func change(_ row: Row, besides told: inout Set<String>) throws -> HistoryEntry? {
    guard let target = (row[7] as String?).flatMap({ EventID($0) }),
      let changed = try tables.line(target, of: number),
      told.insert(target.rawValue).inserted
    else { return nil }
    if EventKind(rawValue: row[4]) == .redaction { return try entry(.removal, changed) }
    // Nobody but its sender may change a message.
    guard !changed.isRedacted, changed.edit != nil, changed.line.sender.rawValue == row[6] as String
    else {
      return nil
    }
    return try entry(.edit, changed)
  }

  private func read(_ row: Row) -> AccountTables.Read? {
    guard var read = AccountTables.read(row) else { return nil }
    // Some were sent to a thread that is none.
    if EventKind(rawValue: row[4]) == .line { read.line.thread = nil }
    return read
  }

  private func entry(_ kind: HistoryEntry.Kind, _ line: StoredLine) throws -> HistoryEntry? {
    let message = line.message(in: room.id)
    guard !ignored.contains(message.sender) else { return nil }
    let sender =
      try tables.member(message.sender, of: number)?.user
      ?? tables.person(message.sender) ?? User(id: message.sender)
    return HistoryEntry(kind, FoundMessage(room: room, message: message, sender: sender))
  }
}
