import Controllers
import Models

extension RoomState {
  /// The part of the room's history around a place.
  func timeline(at place: TimelinePlace, _ around: RoomSurroundings) throws -> Timeline {
    let tables = around.tables
    let window = try window(at: place, tables)
    let loaded = window.lines.map { $0.message(in: id, own: around.own) }
    let pending = try pendingMessages(tables)
    let waiting = window.hasNewer ? [] : pending.filter { $0.threadRoot == nil }
    let messages = try withReaders(
      withThreads(try withRelations(loaded + waiting, around), pending: pending, tables),
      window, around)
    let gaps = try gaps(in: window, tables)
    let hasGapBefore =
      try tables.gappedChunk(of: number, before: window.lines.first?.position) != nil
    return Timeline(
      roomID: id, messages: messages, people: try named(in: messages, around),
      hasOlder: !membership.isPending && (window.hasOlder || hasGapBefore),
      hasNewer: window.hasNewer, gaps: gaps, hasGapAtEnd: try hasGapAtEnd(of: window, tables),
      readUpTo: try readUpTo(tables),
      isEncrypted: isEncrypted, place: place.message,
      canRemoveOthers: canRemoveOthers || isOwnCreation, canPin: canPin || isOwnCreation)
  }

  private func window(at place: TimelinePlace, _ tables: AccountTables) throws -> LineWindow {
    guard case .message(let message) = place,
      let position = try tables.position(of: message, in: number)
    else { return try tables.newestLines(of: number, limit: Limits.newestLines) }
    return try tables.lines(
      of: number, around: position, before: Limits.linesAround, after: Limits.linesAround)
  }

  /// The newest message that the server has, listed or not yet.
  func newestMessage(_ tables: AccountTables) throws -> EventID? {
    let pending = try pendingMessages(tables).last { $0.threadRoot == nil && $0.eventID != nil }
    return try pending?.eventID ?? tables.lastLine(of: number, upTo: .max)
  }

  /// The messages, except the first, before which others are missing.
  private func gaps(in window: LineWindow, _ tables: AccountTables) throws -> [Message.ID] {
    let chunks = window.lines.map { EventPosition.chunk(of: $0.position) }
    guard chunks.first != chunks.last else { return [] }
    let gapped = try tables.gaps(of: number)
    let neighbours = zip(window.lines.dropFirst(), zip(chunks, chunks.dropFirst()))
    return neighbours.compactMap { line, chunk in
      gapped.contains { chunk.0 < $0 && $0 <= chunk.1 } ? line.message(in: id).id : nil
    }
  }

  /// Whether events without a line, such as reactions, are all that the store has after a gap.
  private func hasGapAtEnd(of window: LineWindow, _ tables: AccountTables) throws -> Bool {
    guard !membership.isPending, !window.hasNewer, let last = window.lines.last,
      let gapped = try tables.gappedChunk(of: number, before: nil)
    else { return false }
    return gapped.number > EventPosition.chunk(of: last.position)
  }

  /// The unsent messages that the server does not list yet.
  func pendingMessages(_ tables: AccountTables) throws -> [Message] {
    guard !unsent.isEmpty else { return [] }
    let events = unsent.compactMap(\.eventID?.rawValue)
    let listed = try tables.known(unsent.map(\.id.rawValue) + events, in: number)
    return unsent.filter { message in
      !listed.contains(message.id.rawValue)
        && message.eventID.map { listed.contains($0.rawValue) } != true
    }
  }

  func named(
    in messages: [Message], _ around: RoomSurroundings
  ) throws -> [UserID: User] {
    var named: [UserID: User] = [:]
    func name(_ id: UserID) throws {
      if named[id] == nil { named[id] = try around.user(id, in: self) }
    }
    // The account's own name is what others may mention, even before it has written.
    let own = around.own
    let isKnown = try around.tables.member(own, of: number) != nil
    if try isKnown || around.people.user(own, around.tables) != nil { try name(own) }
    for message in messages {
      try name(message.sender)
      if case .membership(let change) = message.content { try name(change.user) }
      if let user = message.removedBy { try name(user) }
      if case .known(let sender, _)? = message.reply?.quote { try name(sender) }
      if let sender = message.thread?.latestSender { try name(sender) }
      for reader in message.readers.prefix(ReadReceipt.mostNamed) { try name(reader.user) }
    }
    return named
  }

  /// The last line that was read; the event itself when its place is not known.
  private func readUpTo(_ tables: AccountTables) throws -> EventID? {
    guard let event = try laterMarker(tables) else { return nil }
    guard let position = try tables.position(of: event, in: number) ?? nil else { return event }
    return try tables.lastLine(of: number, upTo: position) ?? event
  }

  /// The later of the two markers, as far as their positions are known.
  private func laterMarker(_ tables: AccountTables) throws -> EventID? {
    guard let fullyRead, let readReceipt, fullyRead != readReceipt else {
      return fullyRead ?? readReceipt
    }
    guard let receipt = try tables.position(of: readReceipt, in: number) ?? nil else {
      return fullyRead
    }
    guard let marker = try tables.position(of: fullyRead, in: number) ?? nil else {
      return readReceipt
    }
    return receipt > marker ? readReceipt : fullyRead
  }
}
