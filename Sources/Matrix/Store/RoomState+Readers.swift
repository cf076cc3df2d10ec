import Controllers
import MatrixWire
import Models

/// How far others have read, at their place in a timeline.
extension RoomState {
  /// Messages with those who have read up to them and not further.
  ///
  /// Who has written below has read up to there, which needs no words. Who has joined, or changed the
  /// room, need not have read anything.
  func withReaders(
    _ messages: [Message], _ window: LineWindow, ofThread root: EventID? = nil,
    _ around: RoomSurroundings
  ) throws -> [Message] {
    let receipts = try around.tables.receipts(in: number, ofThread: root)
    guard !receipts.isEmpty, let first = window.lines.first, let last = window.lines.last else {
      return messages
    }
    var written: [UserID: Int64] = [:]
    for line in window.lines where EventType.written.contains(line.line.type) {
      written[line.line.sender] = line.position
    }
    var readers: [EventID: [ReadReceipt]] = [:]
    for receipt in receipts where receipt.user != around.own {
      guard receipt.place >= first.position, receipt.place > written[receipt.user] ?? -1,
        !window.hasNewer || receipt.place <= last.position,
        let line = window.lines.last(upTo: receipt.place), line.line.sender != receipt.user
      else { continue }
      readers[line.line.eventID, default: []]
        .append(ReadReceipt(user: receipt.user, time: receipt.time))
    }
    guard !readers.isEmpty else { return messages }
    return messages.map { message in
      guard let list = message.eventID.flatMap({ readers[$0] }) else { return message }
      return message.with { $0.readers = list }
    }
  }

  /// The others who have read a message, the one who did last in front.
  func readers(
    of message: Message.ID, _ around: RoomSurroundings
  ) throws -> [MessageReader] {
    let tables = around.tables
    guard let event = try event(of: message, tables),
      let line = try tables.line(ofEvent: event, in: number)
    else { return [] }
    let thread = line.line.thread
    let place =
      try thread == nil
      ? tables.position(of: event, in: number) ?? nil : tables.place(of: message, in: number)
    guard let place else { return [] }
    var times = try tables.writers(in: number, ofThread: thread, after: place)
    for receipt in try tables.receipts(in: number, ofThread: thread) where receipt.place >= place {
      times[receipt.user] = receipt.time
    }
    let people = times.filter { $0.key != around.own && $0.key != line.line.sender }
      .sorted { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }
    return try people.prefix(Limits.receipts)
      .map { MessageReader(user: try around.user($0.key, in: self), time: $0.value) }
  }
}

extension StoreQuery<[MessageReader]> {
  static func readers(of message: Message.ID, in room: RoomID) -> Self {
    Self(
      value: { contents, tables in
        try contents.rooms[room]?.readers(of: message, contents.surroundings(tables)) ?? []
      },
      isAffected: { $0.rooms.contains(room) })
  }
}

extension [StoredLine] {
  /// The last line at or before a place; the lines are in their order.
  fileprivate func last(upTo place: Int64) -> StoredLine? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].position <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}
