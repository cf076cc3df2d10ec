import GRDB
import MatrixWire
import ModelKit

/// Reads the content of a response of sliding sync, with the reader of `/sync`.
///
/// Each room has its own past: the client has some rooms up to the last response, others that were
/// outside of all ranges since then only up to an earlier one.
struct SlidingReader {
  /// The most ids of rooms in all lists, against a client that lists the same rooms many times.
  private static let listedLimit = 20_000

  let request: SlidingRequest
  /// What the client has; nil for the first request of a connection.
  let told: SlidingPosition?
  let reader: SyncReader
  let directRooms: Set<RoomID>
  /// The rooms with news since the last response; nil when every room must be examined.
  let changed: Set<RoomID>?

  var database: Database { reader.database }
  var user: UserID { reader.query.user }
  var position: Int64 { reader.position }

  init(
    _ request: SlidingRequest, _ requester: Requester, told: SlidingPosition?, now: Int64,
    limits: ResponseLimits, database: Database
  ) throws {
    self.request = request
    self.told = told
    let query = SyncQuery(requester, since: told?.token, now: now)
    reader = try SyncReader(query, limits: limits, database: database)
    directRooms = try Self.directRooms(of: requester.user, from: database)
    changed = try reader.changedRooms()
  }

  /// The rooms in the account data `m.direct`.
  private static func directRooms(
    of user: UserID, from database: Database
  ) throws -> Set<RoomID> {
    let json = try AccountDataRows.content(EventType.direct, of: user, room: nil, in: database)
    let people = try json.map { try JSONValue($0) }?.object?.members ?? []
    return Set(
      people.flatMap { $0.value.array ?? [] }.compactMap { $0.string.flatMap(RoomID.init) })
  }

  /// A room of the response, with the lists that show it.
  private struct Relevant {
    let standing: SyncReader.Standing
    var selection: RoomSelection
    var lists: Set<String> = []
  }

  func read(
    typing: (_ rooms: [RoomID], _ after: Int64) -> (users: [RoomID: [UserID]], last: Int64),
    boot: String
  ) throws -> SlidingContent {
    let standings = try reader.standings()
    var catalog = try RoomCatalog(
      standings.filter(isListed), of: user, directRooms: directRooms, from: database)
    let windows = try windows(&catalog)
    let relevant = try relevantRooms(standings, windows)
    // Rooms that are relevant without being listed come first: the client shows them now.
    let listed = catalog.rooms.filter { relevant[$0] != nil }
    let order = Set(relevant.keys).subtracting(listed).sorted { $0.rawValue < $1.rawValue } + listed

    let audible = relevant.filter {
      $0.value.standing.membership == .join
        && request.extensions?.typing?.applies(to: $0.key, in: $0.value.lists) == true
    }
    let told = self.told?.token.typing ?? 0
    let cut = typing(Array(audible.keys), told)
    // A client that enables the extension later gets those who type then.
    let last = request.extensions?.typing?.isEnabled == true ? cut.last : told
    var content = SlidingContent(
      next: self.told ?? SlidingPosition(token: StreamToken(position: 0, typing: 0, boot: boot)))
    content.next.token = StreamToken(position: position, typing: last, boot: boot)
    content.windows = windows
    content.typing = cut.users
    let accountData = try globalAccountData(&content)
    try add(order.compactMap { relevant[$0] }, accountData, to: &content)
    return content
  }

  /// Whether lists show a room: all but those that the user has left, once the client knows that.
  private func isListed(_ standing: SyncReader.Standing) throws -> Bool {
    switch standing.membership {
    case .join, .knock: true
    case .invite: try !isFromIgnored(standing)
    case .ban: !standing.isForgotten
    case .leave: try isNewlyLeft(standing) || (!standing.isForgotten && isKicked(standing))
    }
  }

  private func isNewlyLeft(_ standing: SyncReader.Standing) -> Bool {
    guard standing.membership == .leave, let old = told?.rooms[standing.room] else { return false }
    return old.events < standing.position
  }

  private func isKicked(_ standing: SyncReader.Standing) throws -> Bool {
    try EventRows.event(at: standing.position, in: database)?.sender != user
  }

  private func isFromIgnored(_ standing: SyncReader.Standing) throws -> Bool {
    guard !reader.ignored.isEmpty, standing.membership == .invite else { return false }
    let event = try EventRows.event(at: standing.position, in: database)
    return event.map { reader.ignored.contains($0.sender) } ?? false
  }

  private func windows(_ catalog: inout RoomCatalog) throws -> [SlidingWindow] {
    var listed = 0
    return try request.lists.map { list in
      let rooms = try catalog.rooms(list.filters)
      let ranges = list.ranges.map { first, last in
        let shown = first <= last ? rooms.dropFirst(first).prefix(last - first + 1) : []
        listed += shown.count
        return (first: first, last: last, rooms: Array(shown))
      }
      guard listed <= Self.listedLimit else {
        throw MatrixError.tooLarge("the lists may show \(Self.listedLimit) rooms together")
      }
      return SlidingWindow(name: list.name, count: rooms.count, ranges: ranges)
    }
  }

  /// The rooms in ranges and subscriptions, and those whose end the client must learn.
  private func relevantRooms(
    _ standings: [SyncReader.Standing], _ windows: [SlidingWindow]
  ) throws -> [RoomID: Relevant] {
    let byRoom = Dictionary(standings.map { ($0.room, $0) }) { $1 }
    var relevant: [RoomID: Relevant] = [:]
    func add(_ room: RoomID, _ selection: RoomSelection, list: String? = nil) {
      guard let standing = byRoom[room] else { return }
      var entry = relevant[room] ?? Relevant(standing: standing, selection: selection)
      entry.selection = entry.selection.union(selection)
      if let list { entry.lists.insert(list) }
      relevant[room] = entry
    }
    for (list, window) in zip(request.lists, windows) {
      for room in window.ranges.flatMap(\.rooms) { add(room, list.selection, list: list.name) }
    }
    for (room, selection) in request.subscriptions {
      if let standing = byRoom[room], try !standing.isForgotten && !isFromIgnored(standing) {
        add(room, selection)
      }
    }
    for standing in standings where isNewlyLeft(standing) && relevant[standing.room] == nil {
      if let old = told?.rooms[standing.room] { add(standing.room, old.selection) }
    }
    return relevant
  }

  /// Adds rooms until the response is full; the others follow with the next one.
  private func add(
    _ relevant: [Relevant], _ accountData: [RoomID?: [AccountDatum]],
    to content: inout SlidingContent
  ) throws {
    var size = 0
    for entry in relevant {
      let id = entry.standing.room
      let old = told?.rooms[id]
      let room = try news(of: entry.standing, entry.selection, old)
      var next = remembered(room, entry.selection, old)
      let receipts = try receipts(of: entry.standing, in: entry.lists, room, old, &next)
      let data = try self.accountData(of: id, in: entry.lists, old, accountData, &next)
      let added =
        (room?.size ?? 0) + receipts.reduce(0) { $0 + $1.size } + data.reduce(0) { $0 + $1.size }
      if size > 0, size + added > reader.limits.sync || reader.scan.isExhausted { return }
      size += added
      content.next.rooms[id] = next
      if let room { content.rooms.append(room) }
      if !receipts.isEmpty { content.receipts.append((id, receipts)) }
      if !data.isEmpty { content.roomAccountData.append((id, data)) }
    }
  }

  /// What the client has of a room after this response.
  private func remembered(
    _ room: SlidingRoom?, _ selection: RoomSelection, _ old: SlidingPosition.Room?
  ) -> SlidingPosition.Room {
    guard var next = old else {
      return SlidingPosition.Room(events: position, selection: selection)
    }
    next.events = position
    let isReplaced = room?.isInitial == true || room?.timeline?.isLimited == true
    // Without a gap the client keeps what a larger limit has brought it before.
    next.selection.timelineLimit =
      isReplaced
      ? selection.timelineLimit : max(selection.timelineLimit, next.selection.timelineLimit)
    // Equal selections stay the same object, so that rooms go on sharing it.
    if next.selection.state != selection.state { next.selection.state = selection.state }
    return next
  }
}
