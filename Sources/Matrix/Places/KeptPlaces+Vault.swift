import Controllers
import Models

extension KeptPlaces {
  /// Reads the vault; a row that names no room is skipped.
  init(_ vault: Vault) throws(StorageError) {
    self.init()
    for row in try vault.drafts(limit: Self.mostDrafts) {
      guard let room = RoomID(row.room), let draft = Draft(row) else { continue }
      drafts[room] = draft
    }
    for row in try vault.threadDrafts(limit: Self.mostDrafts) {
      guard let room = RoomID(row.draft.room), let root = Message.ID(row.root),
        let draft = Draft(row.draft)
      else { continue }
      threadDrafts[ThreadID(room: room, root: root)] = draft
    }
    for row in try vault.positions(limit: Self.mostPositions) {
      guard let room = RoomID(row.room) else { continue }
      positions[room] = row.message.flatMap { Message.ID($0) }
      unseen[room] = row.unseen.flatMap { Message.ID($0) }
    }
    for row in try vault.threadPositions(limit: Self.mostPositions) {
      guard let room = RoomID(row.room), let root = Message.ID(row.root) else { continue }
      threadPositions[ThreadID(room: room, root: root)] = row.message.flatMap { Message.ID($0) }
    }
    for row in try vault.sections(limit: RoomArrangement.mostSections) {
      if let members = MembersPlace(row) {
        self.members = members
        continue
      }
      if let state = Presence.State(row) {
        shownAs = state
        continue
      }
      if row.isFolded { arrangement.folded.insert(row.name) }
      arrangement.sorts[row.name] = row.sort
    }
    openRoom = try vault.openRoom().flatMap { row in
      RoomID(row.room).map {
        OpenRoom(
          room: $0, message: row.message.flatMap { Message.ID($0) },
          thread: row.thread.flatMap { Message.ID($0) }, unseen: unseen[$0])
      }
    }
  }
}

extension WaitingPlaces.Changes {
  /// The changes as the vault has them.
  var rows: PlaceChanges {
    var rows = PlaceChanges()
    for (room, draft) in drafts {
      if let draft {
        rows.writtenDrafts.append(DraftRow(draft, in: room))
      } else {
        rows.removedDrafts.append(room.rawValue)
      }
    }
    for (thread, draft) in threadDrafts {
      let (room, root) = (thread.room, thread.root.rawValue)
      if let draft {
        rows.writtenThreadDrafts.append(
          ThreadDraftRow(root: root, draft: DraftRow(draft, in: room)))
      } else {
        rows.removedThreadDrafts.append(.init(room: room.rawValue, root: root))
      }
    }
    rows.openRoom = openRoom.map { openRoom in
      openRoom.map {
        OpenRoomRow(
          room: $0.room.rawValue, message: $0.message?.rawValue, thread: $0.thread?.rawValue)
      }
    }
    rows.sections = arrangement.map { arrangement in
      let rooms = arrangement.rooms
      return [arrangement.members.row, arrangement.shownAs.row]
        + rooms.folded.union(rooms.sorts.keys).sorted().map {
          SectionRow(name: $0, isFolded: rooms.folded.contains($0), sort: rooms.sorts[$0])
        }
    }
    rows.positions = positions.map { room, place in
      PositionRow(
        room: room.rawValue, message: place.message?.rawValue, unseen: place.unseen?.rawValue)
    }
    rows.threadPositions = threadPositions.map { thread, message in
      ThreadPositionRow(
        room: thread.room.rawValue, root: thread.root.rawValue, message: message?.rawValue)
    }
    return rows
  }
}

/// The row of the members among those of the sections of the list of rooms.
extension MembersPlace {
  private static let name = "members"
  private static let alone = "alone"

  fileprivate init?(_ row: SectionRow) {
    guard row.name == Self.name else { return nil }
    self.init(isBeside: !row.isFolded, isAlone: row.sort == Self.alone)
  }

  fileprivate var row: SectionRow {
    SectionRow(name: Self.name, isFolded: !isBeside, sort: isAlone ? Self.alone : nil)
  }
}

/// The row of what others see of the account, in the same table.
extension Presence.State {
  private static let name = "presence"

  fileprivate init?(_ row: SectionRow) {
    guard row.name == Self.name else { return nil }
    self = row.sort.flatMap { Self(rawValue: $0) } ?? .online
  }

  fileprivate var row: SectionRow {
    SectionRow(name: Self.name, isFolded: false, sort: self == .online ? nil : rawValue)
  }
}

extension Draft {
  fileprivate init?(_ row: DraftRow) {
    let text = row.text.beginning(bytes: MessageText.mostBytes)
    let reply = row.reply.flatMap { Message.ID($0) }.map {
      ReplyTarget(message: $0, mentioned: row.mentioned.flatMap { UserID($0) })
    }
    let change = row.change.flatMap(DraftChange.init)
    guard !text.isEmpty || reply != nil || change != nil else { return nil }
    self.init(
      text: text, cursor: max(row.cursor, 0), isCut: row.isCut || text != row.text, reply: reply,
      change: change)
  }
}

extension DraftRow {
  fileprivate init(_ draft: Draft, in room: RoomID) {
    let text = draft.text.beginning(bytes: MessageText.mostBytes)
    self.init(
      room: room.rawValue, text: text, cursor: draft.cursor,
      isCut: draft.isCut || text.utf8.count < draft.text.utf8.count,
      reply: draft.reply?.message.rawValue, mentioned: draft.reply?.mentioned?.rawValue,
      change: draft.change.map(DraftRow.Change.init))
  }
}

extension DraftChange {
  fileprivate init?(_ row: DraftRow.Change) {
    guard let message = Message.ID(row.message) else { return nil }
    self.init(message: message, original: row.original, text: row.text)
  }
}

extension DraftRow.Change {
  fileprivate init(_ change: DraftChange) {
    self.init(
      message: change.message.rawValue,
      original: change.original.beginning(bytes: MessageText.mostBytes),
      text: change.text.beginning(bytes: MessageText.mostBytes))
  }
}

extension String {
  /// As much of the text, from its start, as fits into a number of bytes.
  fileprivate func beginning(bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var scalars = self[...].unicodeScalars
    var count = utf8.count
    // From the end: that costs only what is cut off.
    while count > bytes, let last = scalars.popLast() { count -= UTF8.width(last) }
    return String(scalars)
  }
}
