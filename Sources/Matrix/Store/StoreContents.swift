import MatrixWire
import ModelKit
import Models

/// Everything an account knows, as one value.
struct StoreContents: Sendable {
  let userID: UserID
  var rooms: [RoomID: RoomState] = [:]
  /// The newest known value of each person, from whichever room or response.
  var people: People
  /// When the server was last asked for a person, and its response.
  var refreshed: [UserID: (user: User, at: Timestamp)] = [:]
  /// `m.direct`: the direct chats with each person.
  var direct: [UserID: [RoomID]] = [:]
  /// Rooms that were ever encrypted; never shrinks.
  var encrypted: Set<RoomID>
  /// The transaction ids under which this program sent events.
  var sent: [EventID: TransactionID] = [:]
  /// True from the first sync response on.
  var hasSynced = false
  /// The number of response parts that could not be read.
  var dropped = 0
  /// The newest of these parts, with their paths.
  var issues: [JSONIssue] = []

  private var directRooms: [RoomID: UserID] = [:]
  private static let mostIssues = 100

  init(userID: UserID, models: ModelStore, encrypted: Set<RoomID> = []) {
    self.userID = userID
    people = People(models)
    self.encrypted = encrypted
  }

  /// The room, made on first use.
  func room(_ id: RoomID, or membership: Room.Membership) -> RoomState {
    if let room = rooms[id] { return room }
    var room = RoomState(id: id, membership: membership)
    room.isEncrypted = encrypted.contains(id)
    return room
  }

  mutating func put(_ room: RoomState) {
    rooms[room.id] = room
    if room.isEncrypted { encrypted.insert(room.id) }
  }

  /// Records the unreadable parts of a response.
  mutating func report(_ issues: JSONIssues) {
    dropped += issues.count
    self.issues = (self.issues + issues.list).suffix(Self.mostIssues)
  }

  mutating func setDirect(_ content: JSONValue) {
    direct = [:]
    directRooms = [:]
    for member in content.object ?? [:] {
      guard let user = UserID(member.key), let list = member.value.array else { continue }
      let rooms = list.compactMap { $0.string.flatMap { RoomID($0) } }
      direct[user] = rooms
      for room in rooms { directRooms[room] = user }
    }
  }

  func value(of room: RoomState) -> Room {
    room.room(own: userID, people: people, directUser: directRooms[room.id], sent: sent)
  }

  /// Rooms whose list entry names people with news.
  var roomsNamingNews: [RoomID] {
    guard !people.news.isEmpty else { return [] }
    return rooms.values.filter { $0.names(oneOf: people.news) }.map(\.id)
  }

  func timeline(of id: RoomID) -> Timeline {
    guard let room = rooms[id] else {
      return Timeline(roomID: id, isEncrypted: encrypted.contains(id))
    }
    return room.timeline(own: userID, people: people, sent: sent)
  }

  func members(of id: RoomID) -> RoomMembers {
    rooms[id]?.knownMembers ?? RoomMembers(roomID: id)
  }

  /// The profile of a person; `known` supplies rooms that need not be built again.
  func profile(of user: UserID, known: (RoomID) -> Room? = { _ in nil }) -> Profile {
    Profile(
      user: people[user] ?? User(id: user),
      friendCount: friendCount(of: user), commonRooms: commonRooms(with: user, known),
      refreshedAt: refreshed[user]?.at)
  }

  /// The distinct people in the account's direct chats.
  var friends: [UserID] {
    direct.filter { $0.key != userID && !$0.value.isEmpty }.map(\.key)
  }

  /// Joined rooms in which people meet: all but spaces.
  var meetingRooms: [RoomState] {
    rooms.values.filter { $0.membership == .joined && !$0.isSpace }
  }

  private func friendCount(of user: UserID) -> Int? {
    guard hasSynced else { return nil }
    guard user != userID else { return friends.count }
    let meeting = meetingRooms
    guard meeting.allSatisfy(\.hasAllMembers) else { return nil }
    let shared = meeting.filter { $0.isJoined(user) }
    return friends.count { friend in
      friend != user && shared.contains { $0.isJoined(friend) }
    }
  }

  /// The rooms by name only, because their messages do not change a profile.
  private func commonRooms(with user: UserID, _ known: (RoomID) -> Room?) -> [Room] {
    meetingRooms.filter { user == userID || $0.isJoined(user) }
      .map { (known($0.id) ?? value(of: $0)).restricted(to: .named) }
      .sorted { $0.id.rawValue < $1.id.rawValue }
  }
}
