import Controllers
import MatrixWire
import ModelKit
import Models

extension RoomPowers {
  /// Reads `m.room.power_levels`; keeps the most powerful people of those that it lists.
  init(_ levels: JSONValue) {
    let ordinary = PowerLevel.ordinary(in: levels)
    let users: JSONObject = levels["users"]?.object ?? [:]
    let listed = users.compactMap { entry -> (UserID, Int)? in
      guard let id = UserID(entry.key), let level = PowerLevel.number(entry.value) else {
        return nil
      }
      return level == ordinary ? nil : (id, level)
    }
    let kept = listed.sorted { $0.1 > $1.1 }.prefix(Limits.powers)
    self.init(
      users: Dictionary(kept) { first, _ in first }, ordinary: ordinary,
      kick: PowerLevel.number(levels["kick"]) ?? 50, ban: PowerLevel.number(levels["ban"]) ?? 50,
      invite: PowerLevel.number(levels["invite"]) ?? 0,
      changePower: RoomPower.neededForState(EventType.powerLevels, levels),
      message: RoomPower.needed(EventType.message, levels),
      reaction: RoomPower.needed(EventType.reaction, levels),
      child: RoomPower.neededForState(EventType.spaceChild, levels))
  }

  init(_ record: RoomPowersRecord) {
    self.init(
      users: Dictionary(zip(record.users, record.levels)) { first, _ in first },
      ordinary: record.ordinary, kick: record.kick, ban: record.ban, invite: record.invite,
      changePower: record.changePower, message: record.message, reaction: record.reaction,
      child: record.child)
  }

  /// The powers as the cache keeps them; the room's creators have a place of their own there.
  var record: RoomPowersRecord {
    let people = Array(users)
    return RoomPowersRecord(
      users: people.map(\.key), levels: people.map(\.value), ordinary: ordinary, kick: kick,
      ban: ban, invite: invite, changePower: changePower, message: message, reaction: reaction,
      child: child)
  }

  /// The same powers in a room with these creators.
  func with(creators: [UserID]) -> RoomPowers {
    var powers = self
    powers.creators = Set(creators)
    return powers
  }
}
