import ModelKit

/// A place in the state of a room.
struct StateKey: Hashable, Sendable {
  let type: String
  let key: String

  init(_ type: String, _ key: String = "") {
    self.type = type
    self.key = key
  }

  static func == (left: StateKey, right: StateKey) -> Bool {
    ExactText(left.type) == ExactText(right.type) && ExactText(left.key) == ExactText(right.key)
  }
}

/// What stands at a place of the state.
struct StateEntry: Sendable {
  let position: Int64
  let event: EventID
  let sender: UserID
  let timestamp: Int64
  /// An object.
  let content: JSONSlice

  /// How many bytes it takes with its place, roughly.
  func size(at key: StateKey) -> Int {
    content.count + key.type.utf8.count + key.key.utf8.count + 256
  }
}

/// What a user is to a room.
///
/// Source: Matrix client-server API, "m.room.member".
enum Membership: String, Sendable {
  case join, invite, leave, ban, knock
}

/// The current state of a room, a value: what a writer changes, nobody else sees before it is on
/// the disk.
struct RoomSnapshot: Sendable {
  let id: RoomID
  /// The room version, as `m.room.create` says it.
  let version: String
  let creator: UserID
  private(set) var state: [StateKey: StateEntry] = [:]
  /// Everybody with a membership event.
  private(set) var members: [UserID: Membership] = [:]
  private(set) var joinedCount = 0
  private(set) var invitedCount = 0
  /// How many bytes the state takes, roughly.
  private(set) var stateSize = 0

  init(id: RoomID, version: String, creator: UserID) {
    self.id = id
    self.version = version
    self.creator = creator
  }

  subscript(type: String, key: String = "") -> StateEntry? { state[StateKey(type, key)] }

  /// The content of a state event as a tree; nil when there is none.
  func content(_ type: String, _ key: String = "") -> JSONObject? {
    guard let entry = state[StateKey(type, key)] else { return nil }
    return (try? entry.content.value())?.object
  }

  func membership(of user: UserID) -> Membership? { members[user] }

  var joinedMembers: some Sequence<UserID> {
    members.lazy.filter { $0.value == .join }.map(\.key)
  }

  mutating func set(_ key: StateKey, _ entry: StateEntry, membership: Membership?) {
    stateSize += entry.size(at: key) - (state[key]?.size(at: key) ?? 0)
    state[key] = entry
    guard key.type == "m.room.member", let user = UserID(key.key) else { return }
    count(members[user], -1)
    members[user] = membership
    count(membership, 1)
  }

  private mutating func count(_ membership: Membership?, _ change: Int) {
    switch membership {
    case .join: joinedCount += change
    case .invite: invitedCount += change
    default: break
    }
  }
}
