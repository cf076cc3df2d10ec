import LocalSystem
import Synchronization

/// Which members devices were told of that load them lazily, so that they are not told twice.
///
/// A member counts as known from the token on with which it was told: who asks again with an older
/// one has not got the answer.
final class LazyMembers: Sendable {
  private static let membersPerDevice = 2_000

  private struct Known {
    let member: Int64
    let told: Int64
  }

  private struct Key: Hashable {
    let room: RoomID
    let user: UserID
  }

  /// Of 100,000 members; a device that is forgotten costs some members told twice.
  private let devices = Mutex(LRU<Requester, [Key: Known]>(limit: 100_000))

  /// Whether a device has got the member event at a position.
  func knows(
    _ member: Int64, of user: UserID, in room: RoomID, _ device: Requester, since: StreamToken?
  ) -> Bool {
    guard let since else { return false }
    return devices.withLock { devices in
      guard let entry = devices.use(device)?[Key(room: room, user: user)] else {
        return false
      }
      // All parts of an answer end at one position, and whether the last one came is not known
      // before the token of all of them comes back.
      let hasCome =
        entry.told < since.position || (entry.told == since.position && since.rest == nil)
      return entry.member == member && hasCome
    }
  }

  /// Notes the members of an answer.
  func note(_ content: SyncContent, to device: Requester, isInitial: Bool) {
    var told: [Key: Known] = [:]
    let position = content.token.position
    for room in content.rooms.joined {
      for event in room.state + room.timeline.events where event.type == "m.room.member" {
        guard let user = event.stateKey.flatMap({ UserID($0) }) else { continue }
        told[Key(room: room.room, user: user)] = Known(member: event.position, told: position)
      }
    }
    guard !told.isEmpty || isInitial else { return }
    devices.withLock { devices in
      var members = isInitial ? [:] : devices.use(device) ?? [:]
      if members.count + told.count > Self.membersPerDevice { members = [:] }
      // An answer that is still under way must not hide what an older token has not got.
      members.merge(told) { $0.member == $1.member ? $0 : $1 }
      devices.keep(members, for: device, cost: members.count)
    }
  }
}
