package import Models
package import Signals

/// What is set for everybody in a room, and who is in it with which power.
package protocol RoomSettingsController: Sendable {
  /// The settings of a room as the server has them now; emits them, then completes.
  func settings(of room: RoomID) -> Signal<RoomSettings, RequestError>

  /// Changes a setting; emits what it was before, which takes the change back, then completes.
  ///
  /// Fails with `M_FORBIDDEN` where the account's power does not allow it.
  func set(_ setting: RoomSetting, in room: RoomID) -> Signal<RoomSetting, RequestError>

  /// Changes a setting back to what it was before a change; emits whether it has, then completes.
  ///
  /// Nothing is done where the setting is no longer what the change made it: somebody else's later change
  /// stays. An address that only the change made leads to the room no more.
  func takeBack(
    _ change: RoomSetting, to before: RoomSetting, in room: RoomID
  ) -> Signal<Bool, RequestError>

  /// Everybody who is in a room, asks to be or may not be; emits them once, those with the most power
  /// first, then completes.
  func roster(of room: RoomID) -> Signal<[RoomPerson], RequestError>

  /// The versions of rooms that the server offers; emits them, then completes.
  func roomVersions() -> Signal<RoomVersions, RequestError>

  /// Replaces a room by a new one of a version, to which its members have to go; emits the new room's id,
  /// then completes.
  ///
  /// Afterwards, the new room takes the old one's place in the account's spaces, and unless everybody may
  /// join, members are invited.
  func upgrade(_ room: RoomID, to version: String) -> Signal<RoomID, RequestError>

  /// Ends a ban; completes when the server has done it.
  func unban(_ user: UserID, in room: RoomID) -> Signal<Void, RequestError>

  /// Removes a member from a room, or withdraws an invite, for a reason that may be empty; completes when
  /// the server has done it.
  func kick(_ user: UserID, from room: RoomID, reason: String) -> Signal<Void, RequestError>

  /// Removes a person from a room and keeps them out of it, for a reason that may be empty; completes when
  /// the server has done it.
  func ban(_ user: UserID, from room: RoomID, reason: String) -> Signal<Void, RequestError>

  /// What the people of a room may do, nil while that is unknown: the current value at once, then each
  /// change. Sends no request.
  func powers(in room: RoomID) -> Signal<RoomPowers?, Never>

  /// What a person is to a room, as far as is known here: the current value at once, then each change.
  /// Sends no request.
  func person(_ user: UserID, in room: RoomID) -> Signal<PersonInRoom, Never>
}

/// A setting of a room with its value.
package enum RoomSetting: Hashable, Sendable {
  /// Empty for none.
  case name(String)
  case topic(String)
  /// Nil for none.
  case picture(MediaURI?)
  /// The address that stands for the room; it then leads to the room.
  case address(RoomAlias?)
  /// Whether the room names a further address, which then leads to the room.
  case otherAddress(RoomAlias, Bool)
  /// Who may join, as the specification calls the rule.
  case joinRule(String)
  /// Whether the members of another room, or of a space, may join where the rule leaves it to such a list.
  case allowedRoom(RoomID, Bool)
  /// Who may read what was written before, as the specification calls the rule.
  case historyVisibility(String)
  /// Whether people without an account may join.
  case guests(Bool)
  /// Whether the directory of the account's server lists the room.
  case listed(Bool)
  /// The power of a person; nil for that of everybody.
  case power(UserID, Int?)
  /// The power that something needs; nil for what holds in a room that does not say.
  case permission(RoomPermission, Int?)

  /// Which setting it is.
  package enum Kind: Hashable, Sendable, CaseIterable {
    case name, topic, picture, address, otherAddress, joinRule, allowedRoom
    case historyVisibility, guests, listed, power, permission
  }

  /// Which setting it is.
  package var kind: Kind {
    switch self {
    case .name: .name
    case .topic: .topic
    case .picture: .picture
    case .address: .address
    case .otherAddress: .otherAddress
    case .joinRule: .joinRule
    case .allowedRoom: .allowedRoom
    case .historyVisibility: .historyVisibility
    case .guests: .guests
    case .listed: .listed
    case .power: .power
    case .permission: .permission
    }
  }
}

/// The settings of a room.
package struct RoomSettings: Hashable, Sendable {
  /// The values; a setting that the room does not have is missing.
  package var values: [RoomSetting.Kind: RoomSetting]
  /// Further addresses that the room has chosen.
  package var otherAddresses: [RoomAlias]
  /// The rooms whose members may join where the join rule leaves it to them.
  package var allowedRooms: [RoomID]
  /// The version of the room's rules.
  package var version: String
  /// The power that replacing the room needs.
  package var upgradePower: Int
  /// The account's power; nil when it may do everything.
  package var ownPower: Int?
  /// The power that changing a setting needs.
  package var neededPower: [RoomSetting.Kind: Int]
  /// The power that each act needs; empty for a room without a rule about powers.
  package var permissions: [RoomPermission: Int]
  /// The power of everybody without one of their own.
  package var ordinaryPower: Int

  package init(
    values: [RoomSetting], otherAddresses: [RoomAlias] = [], allowedRooms: [RoomID] = [],
    version: String = "1", upgradePower: Int = 50, ownPower: Int?,
    neededPower: [RoomSetting.Kind: Int], permissions: [RoomPermission: Int] = [:],
    ordinaryPower: Int = 0
  ) {
    self.values = Dictionary(values.map { ($0.kind, $0) }) { $1 }
    self.otherAddresses = otherAddresses
    self.allowedRooms = allowedRooms
    self.version = version
    self.upgradePower = upgradePower
    self.ownPower = ownPower
    self.neededPower = neededPower
    self.permissions = permissions
    self.ordinaryPower = ordinaryPower
  }

  /// Whether the members of certain rooms may join.
  package var leavesJoiningToRooms: Bool {
    guard case .joinRule(let rule) = values[.joinRule] else { return false }
    return rule.hasSuffix("restricted")
  }

  /// Whether the rules of the room's version have a join rule; true for a version without a number.
  ///
  /// Source: Matrix specification, "Room versions" 7, 8 and 10.
  package func knows(joinRule: String) -> Bool {
    let first = ["knock": 7, "restricted": 8, "knock_restricted": 10][joinRule] ?? 1
    return Int(version).map { $0 >= first } ?? true
  }

  /// Whether the account has the power to replace the room.
  package var canUpgrade: Bool { ownPower.map { $0 >= upgradePower } ?? true }

  /// Whether the account has the power to change a setting.
  package func canChange(_ kind: RoomSetting.Kind) -> Bool {
    guard let ownPower else { return true }
    return ownPower >= neededPower[kind] ?? 0
  }

  /// The power that changing a permission needs: nobody changes a level that is above their own.
  ///
  /// Source: Matrix specification, "Authorization rules".
  package func neededPower(for permission: RoomPermission) -> Int {
    max(neededPower[.permission] ?? 0, permissions[permission] ?? .min)
  }
}

/// A person and a room.
package struct RoomPerson: Hashable, Sendable {
  /// What the person is to the room.
  package enum Standing: Hashable, Sendable {
    case joined, invited, asking, banned
  }

  /// The person as the room names them.
  package var user: User
  /// What the person is to the room.
  package var standing: Standing
  /// The person's power; nil when they may do everything.
  package var power: Int?
  /// Why they ask, or were banned.
  package var reason: String?

  package init(user: User, standing: Standing, power: Int?, reason: String? = nil) {
    self.user = user
    self.standing = standing
    self.power = power
    self.reason = reason
  }
}
