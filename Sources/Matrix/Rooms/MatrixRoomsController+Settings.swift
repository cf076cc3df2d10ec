package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// The settings of rooms; all changes pass through `set`.
extension MatrixRoomsController {
  package func set(_ setting: RoomSetting, in room: RoomID) -> Signal<RoomSetting, RequestError> {
    .from { [network, store] () async throws(RequestError) -> RoomSetting in
      guard let type = setting.kind.stateType else {
        return try await network.list(setting, room)
      }
      // Somebody else may have changed it since the last sync.
      let content = try await network.state(type, in: room, for: .changeRoom) ?? [:]
      if let alias = setting.newAddress { try await network.point(alias, to: room) }
      var new = setting.content(changing: content)
      if let alias = setting.replacedAddress(in: content),
        alias.rawValue.hasSuffix(":\(store.userID.serverName)"),
        try await network.leads(alias, to: room)
      {
        // It still leads to the room, so the room names it, and its owner can remove it.
        new = new.naming(alias)
      }
      if new != content { try await network.request(.setState(type, .object(new), in: room)) }
      if let alias = setting.removedAddress { try await network.free(alias, of: room) }
      return setting.value(in: content)
    }
  }

  package func takeBack(
    _ change: RoomSetting, to before: RoomSetting, in room: RoomID
  ) -> Signal<Bool, RequestError> {
    .from { [network] () async throws(RequestError) -> Bool in
      guard let type = change.kind.stateType else {
        let isListed = try await network.isListed(room)
        guard isListed.map({ .listed($0) == change }) ?? true else { return false }
        _ = try await network.list(before, room)
        return true
      }
      let content = try await network.state(type, in: room, for: .changeRoom) ?? [:]
      guard change.holds(in: content) else { return false }
      if let alias = before.newAddress { try await network.point(alias, to: room) }
      let new = before.content(takingBackIn: content)
      if new != content { try await network.request(.setState(type, .object(new), in: room)) }
      if let alias = before.removedAddress ?? change.ownAddress(missingIn: new) {
        try await network.free(alias, of: room)
      }
      return true
    }
  }

  package func settings(of room: RoomID) -> Signal<RoomSettings, RequestError> {
    .from { [network, store] () async throws(RequestError) -> RoomSettings in
      let kinds = RoomSetting.Kind.allCases
      let types = Set(kinds.compactMap(\.stateType)).union([EventType.create])
      let state = try await network.states(types, in: room)
      var values = kinds.compactMap { kind in
        kind.stateType.flatMap { state[$0] }.flatMap { RoomSetting(kind, $0) }
      }
      if let isListed = try await network.isListed(room) { values.append(.listed(isListed)) }
      let levels = state[EventType.powerLevels].map { JSONValue.object($0) }
      let isCreator = store.current.rooms[room]?.isOwnCreation == true
      return RoomSettings(
        values: values,
        otherAddresses: state[EventType.canonicalAlias].map(RoomSetting.otherAddresses) ?? [],
        allowedRooms: state[EventType.joinRules].map(RoomSetting.allowedRooms) ?? [],
        version: state[EventType.create]?["room_version"]?.string?.cut(toBytes: 64) ?? "1",
        upgradePower: levels.map { RoomPower.neededForState(EventType.tombstone, $0) } ?? 50,
        ownPower: isCreator ? nil : levels.map { PowerLevel.of(store.userID.rawValue, in: $0) },
        neededPower: levels.map(RoomPower.neededForSettings) ?? [:],
        permissions: state[EventType.powerLevels].map(RoomPower.permissions) ?? [:],
        ordinaryPower: levels.map(PowerLevel.ordinary) ?? 0)
    }
  }

  package func roster(of room: RoomID) -> Signal<[RoomPerson], RequestError> {
    .from { [network, store] () async throws(RequestError) -> [RoomPerson] in
      let levels = try await network.state(EventType.powerLevels, in: room, for: .fetchMembers)
      let creators = Set(store.current.rooms[room]?.creators ?? [])
      let members = try await network.request(.members(of: room)).value.chunk
      return members.compactMap {
        RoomPerson($0, levels: .object(levels ?? [:]), creators: creators)
      }.sorted { $0.precedes($1) }
    }
  }

  package func unban(_ user: UserID, in room: RoomID) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.end("unban", user, in: room))
    }
  }

  package func kick(
    _ user: UserID, from room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.end("kick", user, in: room, reason: reason))
    }
  }

  package func ban(
    _ user: UserID, from room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.end("ban", user, in: room, reason: reason))
    }
  }

  package func powers(in room: RoomID) -> Signal<RoomPowers?, Never> {
    store.watch(.powers(in: room))
  }

  package func person(_ user: UserID, in room: RoomID) -> Signal<PersonInRoom, Never> {
    store.watch(.person(user, in: room))
  }
}

extension RoomSetting {
  /// The address that must no longer lead to the room.
  fileprivate var removedAddress: RoomAlias? {
    if case .otherAddress(let alias, false) = self { alias } else { nil }
  }

  /// The address that has to lead to the room.
  fileprivate var newAddress: RoomAlias? {
    switch self {
    case .address(let alias): alias
    case .otherAddress(let alias, true): alias
    default: nil
    }
  }

  /// The main address that gives way to another one.
  fileprivate func replacedAddress(in content: JSONObject) -> RoomAlias? {
    guard case .address(let new?) = self, case .address(let old?) = value(in: content), old != new
    else { return nil }
    return old
  }

  /// The main address of this value where a content names it nowhere.
  fileprivate func ownAddress(missingIn content: JSONObject) -> RoomAlias? {
    guard case .address(let alias?) = self, value(in: content) != self,
      !Self.otherAddresses(in: content).contains(alias)
    else { return nil }
    return alias
  }

  /// Whether the event still has this value; a value that is too long to be read whole is compared as it is
  /// written.
  fileprivate func holds(in content: JSONObject) -> Bool {
    value(in: content) == self || self.content(changing: content) == content
  }

  /// The content with this value again; a main address is no further one, as which it was kept.
  fileprivate func content(takingBackIn content: JSONObject) -> JSONObject {
    let new = self.content(changing: content)
    guard case .address(let alias?) = self, Self.otherAddresses(in: new).contains(alias) else {
      return new
    }
    return RoomSetting.otherAddress(alias, false).content(changing: new)
  }
}

extension JSONObject {
  /// The content that names a further address of the room.
  fileprivate func naming(_ alias: RoomAlias) -> JSONObject {
    guard !RoomSetting.otherAddresses(in: self).contains(alias) else { return self }
    return RoomSetting.otherAddress(alias, true).content(changing: self)
  }
}

extension MatrixNetworkController {
  /// The content of a state event; nil when the room has none.
  func state(
    _ type: String, in room: RoomID, for operation: RequestError.Operation
  ) async throws(RequestError) -> JSONObject? {
    do throws(RequestError) {
      return try await request(.state(type, in: room, for: operation)).object
    } catch {
      if error.status == 404 { return nil }
      throw error
    }
  }

  /// The contents of state events, requested at the same time.
  fileprivate func states(
    _ types: Set<String>, in room: RoomID
  ) async throws(RequestError) -> [String: JSONObject] {
    typealias Found = Result<(String, JSONObject?), RequestError>
    let found = await withTaskGroup(of: Found.self) { group in
      for type in types {
        group.addTask {
          do throws(RequestError) {
            return .success((type, try await self.state(type, in: room, for: .fetchSettings)))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: [Found]()) { $0.append($1) }
    }
    var contents: [String: JSONObject] = [:]
    for result in found {
      let (type, content) = try result.get()
      contents[type] = content
    }
    return contents
  }

  /// Whether the directory lists a room; nil when the server does not say.
  fileprivate func isListed(_ room: RoomID) async throws(RequestError) -> Bool? {
    do throws(RequestError) {
      let answer = try await request(.listing(of: room))["visibility"]?.string
      return answer.map { $0 == "public" }
    } catch {
      if error.status.map({ (400..<500).contains($0) }) == true { return nil }
      throw error
    }
  }

  /// Changes whether the directory lists a room; returns the setting before.
  fileprivate func list(
    _ setting: RoomSetting, _ room: RoomID
  ) async throws(RequestError) -> RoomSetting {
    guard case .listed(let isListed) = setting else { return setting }
    let before = try await self.isListed(room) ?? false
    if before != isListed { try await request(.setListing(isListed, of: room)) }
    return .listed(before)
  }

  /// Frees an address that leads to a room.
  ///
  /// Nothing is done where only others may free it: the server of another address, or the one who made it.
  fileprivate func free(_ alias: RoomAlias, of room: RoomID) async throws(RequestError) {
    do throws(RequestError) {
      let found = try await request(.room(of: alias))["room_id"]?.string
      if found == room.rawValue { try await request(.free(alias)) }
    } catch {
      guard error.reason == .refused, !error.isTransient else { throw error }
    }
  }

  /// Whether an address leads to a room.
  fileprivate func leads(_ alias: RoomAlias, to room: RoomID) async throws(RequestError) -> Bool {
    do throws(RequestError) {
      return try await request(.room(of: alias))["room_id"]?.string == room.rawValue
    } catch {
      guard error.status == 404 else { throw error }
      return false
    }
  }

  /// Lets an address lead to a room, unless it does.
  fileprivate func point(_ alias: RoomAlias, to room: RoomID) async throws(RequestError) {
    do throws(RequestError) {
      let found = try await request(.room(of: alias))["room_id"]?.string
      guard found != room.rawValue else { return }
      throw RequestError(
        operation: .changeRoom, reason: .refused, status: 409, code: "M_ROOM_IN_USE")
    } catch {
      guard error.status == 404 else { throw error }
    }
    try await request(.point(alias, to: room))
  }
}

extension RoomPower {
  /// The power that changing each setting needs.
  static func neededForSettings(_ levels: JSONValue) -> [RoomSetting.Kind: Int] {
    Dictionary(
      uniqueKeysWithValues: RoomSetting.Kind.allCases.map { kind in
        // The directory follows the power over addresses, as servers have it.
        (kind, neededForState(kind.stateType ?? EventType.canonicalAlias, levels))
      })
  }

  /// The power that each act needs.
  static func permissions(_ content: JSONObject) -> [RoomPermission: Int] {
    Dictionary(
      uniqueKeysWithValues: RoomPermission.allCases.map { ($0, $0.holdingLevel(in: content)) })
  }
}

extension RoomPerson {
  init?(_ event: RawEvent, levels: JSONValue, creators: Set<UserID>) {
    guard let id = event.stateKey.flatMap({ UserID($0) }),
      let member = Member(id, content: event.content),
      let standing = Standing(member.membership)
    else { return nil }
    self.init(
      user: member.user, standing: standing,
      power: creators.contains(id) ? nil : PowerLevel.of(id.rawValue, in: levels),
      reason: event.content["reason"]?.string?.nonEmpty(cutToBytes: Limits.name))
  }

  /// The most powerful first, then by name.
  fileprivate func precedes(_ other: RoomPerson) -> Bool {
    let (own, theirs) = (power ?? .max, other.power ?? .max)
    if own != theirs { return own > theirs }
    return key < other.key
  }

  private var key: String { (user.displayName ?? user.id.rawValue).lowercased() }
}

extension RoomPerson.Standing {
  /// Nil for somebody who is gone.
  init?(_ membership: Member.Membership) {
    switch membership {
    case .join: self = .joined
    case .invite: self = .invited
    case .knock: self = .asking
    case .ban: self = .banned
    case .leave: return nil
    }
  }
}
