import Controllers
import MatrixWire
import ModelKit
import Models

/// What memory holds of an account, as one value; the rest is in the cache.
struct StoreContents: Sendable {
  let userID: UserID
  var rooms: [RoomID: RoomState] = [:]
  /// The newest known value of each person, from whichever room or response.
  var people = People()
  /// When the server was last asked for a person in this run, and its response.
  var refreshed: [UserID: (user: User, at: Timestamp)] = [:]
  /// The rooms in common with people whom the server was asked for in this run, where it lists them.
  var mutualRooms: [UserID: Set<RoomID>] = [:]
  /// `m.direct`: the direct chats with each person.
  private(set) var direct: [UserID: [RoomID]] = [:]
  /// The people whom the account ignores (`m.ignored_user_list`).
  private(set) var ignored: Set<UserID> = []
  /// The push rules; nil until a sync has brought them.
  var rules: AccountRules?
  /// Rooms that were ever encrypted; never shrinks.
  var encrypted: Set<RoomID>
  /// The transaction ids under which this program sent events in this run.
  var sent: [EventID: TransactionID] = [:]
  /// True when the rooms are those of a whole sync, of this run or an earlier one.
  var hasRooms = false
  /// True once this run has the news of all rooms.
  var hasSynced = false
  /// Before that, the rooms of which this run has the news.
  var current: Set<RoomID> = []
  /// True when the server does not count unread messages.
  var countsUnread = false
  /// The rooms of whose newest message only the order among others is known, until that of all rooms is.
  var unplaced: Set<RoomID> = []
  /// The number of response parts that could not be read.
  var dropped = 0
  /// The newest of these parts, with their paths.
  var issues: [JSONIssue] = []

  private(set) var roomIDs: [Int64: RoomID] = [:]
  private var lastNumber: Int64 = 0
  private var directRooms: [RoomID: UserID] = [:]
  private static let mostIssues = 100

  init(userID: UserID, encrypted: Set<RoomID> = []) {
    self.userID = userID
    self.encrypted = encrypted
  }

  /// Takes over what the cache has; returns the rows of the list.
  mutating func load(_ tables: AccountTables) throws -> [Room] {
    let shown = take(try tables.rooms())
    lastNumber = try tables.lastRoomNumber()
    hasRooms = try tables.value(of: .syncTime) != nil
    countsUnread = try tables.syncToken()?.kind == .sliding
    if let direct = try tables.value(of: .direct),
      let content = try? JSONValue(AccountTables.bytes(direct))
    {
      setDirect(content)
    }
    ignored = try tables.ignored(by: userID)
    if let rules = try tables.value(of: .pushRules),
      let content = try? JSONValue(AccountTables.bytes(rules))
    {
      self.rules = AccountRules(content)
    }
    return shown
  }

  /// Moves each state, and the table does not grow: the states are large, and to copy them took a fifth of the
  /// work with 2,000 rooms.
  private mutating func take(_ parts: consuming [[LoadedRoom]]) -> [Room] {
    let count = parts.reduce(0) { $0 + $1.count }
    rooms.reserveCapacity(count)
    roomIDs.reserveCapacity(count)
    var shown: [Room] = []
    shown.reserveCapacity(count)
    while var part = parts.popLast() {
      while let room = part.popLast() {
        shown.append(room.shown)
        put(room.state)
      }
    }
    return shown
  }

  /// The room, made on first use.
  mutating func room(_ id: RoomID, or membership: Room.Membership) -> RoomState {
    if let room = rooms[id] { return room }
    lastNumber += 1
    var room = RoomState(id: id, number: lastNumber, membership: membership)
    room.isEncrypted = encrypted.contains(id)
    return room
  }

  mutating func put(_ room: consuming RoomState) {
    let id = room.id
    roomIDs[room.number] = id
    if room.isEncrypted { encrypted.insert(id) }
    rooms[id] = room
  }

  /// Whether this run has the news of a room.
  func isCurrent(_ room: RoomID) -> Bool { hasSynced || current.contains(room) }

  /// Records the unreadable parts of a response.
  mutating func report(_ issues: JSONIssues) {
    dropped += issues.count
    self.issues = (self.issues + issues.list).suffix(Self.mostIssues)
  }

  /// Takes over the account's list of direct chats.
  private mutating func setDirect(_ content: JSONValue) {
    direct = [:]
    directRooms = [:]
    for member in content.object ?? [:] {
      guard let user = UserID(member.key), let list = member.value.array else { continue }
      let rooms = list.compactMap { $0.string.flatMap { RoomID($0) } }
      direct[user] = rooms
      for room in rooms { directRooms[room] = user }
    }
  }

  /// The people on an account's list, `m.ignored_user_list`; ignoring oneself would hide one's own messages.
  static func ignored(_ content: JSONValue, by own: UserID) -> Set<UserID> {
    let list = (content["ignored_users"]?.object ?? [:]).prefix(Limits.ignored)
    return Set(list.compactMap { UserID($0.key) }).subtracting([own])
  }

  /// Applies the account's list of ignored people.
  mutating func applyIgnored(
    _ content: JSONValue, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    let before = ignored
    ignored = Self.ignored(content, by: userID)
    try tables.set(.ignored, to: content.text)
    changes.touchesProfiles = true
    for user in before.symmetricDifference(ignored) {
      try showLatest(besides: user, &changes, tables)
    }
  }

  /// Finds anew which line the list shows of the rooms of somebody who is ignored now, or no longer.
  private mutating func showLatest(
    besides user: UserID, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    for number in try tables.memberships(of: user).keys {
      guard let id = roomIDs[number], var room = rooms[id], room.membership == .joined else {
        continue
      }
      let before = room.latestEvent
      try room.showLatest(own: userID, ignored: ignored, tables)
      guard room.latestEvent != before else { continue }
      put(room)
      changes.rooms.insert(id)
    }
  }

  /// Applies the account's list of direct chats.
  mutating func applyDirect(
    _ content: JSONValue, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    let before = Set(direct.values.joined())
    setDirect(content)
    try tables.set(.direct, to: content.text)
    changes.rooms.formUnion(before.symmetricDifference(direct.values.joined()))
    changes.touchesProfiles = true
  }
}

// MARK: - What is shown

extension StoreContents {
  func surroundings(_ tables: AccountTables) -> RoomSurroundings {
    RoomSurroundings(own: userID, people: people, tables: tables)
  }

  func value(of room: RoomState, _ tables: AccountTables) throws -> Room {
    try room.room(
      directUser: directRooms[room.id], isReplaced: isReplaced(room),
      alerts: rules?.alerts(in: room.id) ?? .all, surroundings(tables))
  }

  /// Whether the account has joined the room that took the place of another one.
  private func isReplaced(_ room: RoomState) -> Bool {
    guard var next = room.replacement, rooms[next]?.membership == .joined else { return false }
    // Rooms that replace each other in a circle all stay.
    for _ in 0..<Limits.replacements {
      if next == room.id { return false }
      guard let after = rooms[next]?.replacement else { return true }
      next = after
    }
    return true
  }

  /// Rooms that others may have taken the place of, or no longer.
  func roomsReplaced(byOneOf others: Set<RoomID>) -> [RoomID] {
    rooms.values.filter { $0.replacement.map(others.contains) ?? false }.map(\.id)
  }

  func timeline(
    of id: RoomID, at place: TimelinePlace = .newest, _ tables: AccountTables
  ) throws -> Timeline {
    guard let room = rooms[id] else {
      return Timeline(roomID: id, isEncrypted: encrypted.contains(id))
    }
    return try room.timeline(at: place, surroundings(tables))
  }

  func members(of id: RoomID, _ tables: AccountTables) throws -> RoomMembers {
    try rooms[id]?.knownMembers(tables) ?? RoomMembers(roomID: id)
  }

  /// People with their names in a room, as far as they are known.
  func people(_ ids: [UserID], of id: RoomID, _ tables: AccountTables) throws -> [User] {
    try ids.map { person in
      try rooms[id].flatMap { try tables.member(person, of: $0.number)?.user }
        ?? people.user(person, tables) ?? User(id: person)
    }
  }

  /// Rooms whose list entry names people with news.
  func roomsNamingNews(_ tables: AccountTables) throws -> [RoomID] {
    guard !people.news.isEmpty else { return [] }
    return try rooms.values.filter { try $0.names(oneOf: people.news, tables) }.map(\.id)
  }
}

extension AccountTables {
  /// The people whom the account ignores.
  func ignored(by own: UserID) throws -> Set<UserID> {
    guard let list = try value(of: .ignored), let content = try? JSONValue(Self.bytes(list)) else {
      return []
    }
    return StoreContents.ignored(content, by: own)
  }
}
