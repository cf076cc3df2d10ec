import MatrixWire
import ModelKit
import Models

extension RoomChange {
  /// What a state event changed; nil when nothing that is told, or when the event only makes a room what
  /// it is from the beginning.
  init?(_ event: RawEvent) {
    let (new, old) = (event.content, event.unsigned?.previousContent.map { JSONValue.object($0) })
    switch event.type {
    case EventType.avatar: self.init(picture: new, old)
    case EventType.canonicalAlias: self.init(address: new, old)
    case EventType.joinRules:
      guard let rule = Self.newWord("join_rule", new, old) else { return nil }
      self = .joinRule(rule)
    case EventType.historyVisibility:
      guard let rule = Self.newWord("history_visibility", new, old) else { return nil }
      self = .historyVisibility(rule)
    case EventType.guestAccess:
      guard let access = Self.newWord("guest_access", new, old) else { return nil }
      self = .guestAccess(isOpen: access == "can_join")
    case EventType.powerLevels:
      guard let old, old != new else { return nil }
      self = .powers(Self.powers(new, old))
    case EventType.serverACL:
      guard old != new else { return nil }
      self = .servers
    case EventType.pinnedEvents: self.init(pins: new, old)
    case EventType.tombstone:
      self = .replacement(new["body"]?.string?.nonEmpty(cutToBytes: Limits.name))
    default: return nil
    }
  }

  /// The invite of somebody by e-mail or phone; nil for one that was taken back.
  ///
  /// Source: Matrix client-server API, `m.room.third_party_invite`.
  init?(outsideInvite event: RawEvent) {
    guard let name = event.content["display_name"]?.string?.nonEmpty(cutToBytes: Limits.name)
    else { return nil }
    self = .outsideInvite(name)
  }

  private init?(pins new: JSONValue, _ old: JSONValue?) {
    let (pins, before) = (Self.pins(new), old.map(Self.pins) ?? [])
    guard old != new, !pins.isEmpty || !before.isEmpty else { return nil }
    self = .pins(added: pins.subtracting(before).count, removed: before.subtracting(pins).count)
  }

  private static func pins(_ content: JSONValue) -> Set<String> {
    Set((content["pinned"]?.array ?? []).prefix(Limits.pins).compactMap(\.string))
  }

  private init?(picture new: JSONValue, _ old: JSONValue?) {
    let (address, before) = (new["url"]?.string ?? "", old?["url"]?.string ?? "")
    guard address != before else { return nil }
    self = .picture(isRemoved: address.isEmpty)
  }

  private init?(address new: JSONValue, _ old: JSONValue?) {
    let address = new["alias"]?.string.flatMap { RoomAlias($0) }
    guard address != old?["alias"]?.string.flatMap({ RoomAlias($0) }) else { return nil }
    self = .address(address?.rawValue)
  }

  /// A rule that differs from the one before; nil for the first one, which came with the room.
  private static func newWord(_ key: String, _ new: JSONValue, _ old: JSONValue?) -> String? {
    guard let old, let word = new[key]?.string, word != old[key]?.string else { return nil }
    return word.cut(toBytes: Limits.name)
  }

  /// The people whose level changed, in the order of their IDs.
  private static func powers(_ new: JSONValue, _ old: JSONValue) -> [PowerChange] {
    let names = [new, old].flatMap {
      ($0["users"]?.object ?? [:]).prefix(Limits.mentions).map(\.key)
    }
    return Set(names).sorted().compactMap { name in
      let level = PowerLevel.of(name, in: new)
      guard level != PowerLevel.of(name, in: old) else { return nil }
      return UserID(name).map {
        PowerChange(user: $0, level: level, isOrdinary: level == PowerLevel.ordinary(in: new))
      }
    }
  }
}
