import MatrixWire
import ModelKit

/// The key of an entry of a room's state.
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

/// An entry of a room's state.
struct StateEntry: Sendable {
  let event: EventID
  let sender: UserID
  /// A JSON object.
  let content: JSONSlice

  /// The approximate size with its key, in bytes.
  func size(at key: StateKey) -> Int {
    content.count + key.type.utf8.count + key.key.utf8.count + 256
  }
}

/// The membership of a user in a room.
///
/// Source: Matrix client-server API, "m.room.member".
enum Membership: String, Sendable {
  case join, invite, leave, ban, knock
}

/// The current state of a room.
///
/// It is a value, so that nobody sees the changes of a writer before they are on the disk.
struct RoomSnapshot: Sendable {
  let id: RoomID
  /// The room version in `m.room.create`.
  let version: String
  let creator: UserID
  private(set) var state: [StateKey: StateEntry] = [:]
  /// All users with a membership event.
  private(set) var members: [UserID: Membership] = [:]
  /// The names of the users, who may have left since.
  private(set) var names: [UserID: String] = [:]
  private(set) var joinedCount = 0
  private(set) var invitedCount = 0
  /// The approximate size of the state, in bytes.
  private(set) var stateSize = 0

  init(id: RoomID, version: String, creator: UserID) {
    self.id = id
    self.version = version
    self.creator = creator
  }

  subscript(type: String, key: String = "") -> StateEntry? { state[StateKey(type, key)] }

  /// The content of a state event; nil when there is none.
  func content(_ type: String, _ key: String = "") -> JSONObject? {
    guard let entry = state[StateKey(type, key)] else { return nil }
    return (try? entry.content.value())?.object
  }

  func membership(of user: UserID) -> Membership? { members[user] }

  var joinedMembers: some Sequence<UserID> {
    members.lazy.filter { $0.value == .join }.map(\.key)
  }

  mutating func set(_ key: StateKey, _ entry: StateEntry) {
    stateSize += entry.size(at: key) - (state[key]?.size(at: key) ?? 0)
    state[key] = entry
    guard key.type == EventType.member, let user = UserID(key.key) else { return }
    let content = try? entry.content.value()
    let membership = content?["membership"]?.string.flatMap(Membership.init)
    names[user] = content?["displayname"]?.string
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
