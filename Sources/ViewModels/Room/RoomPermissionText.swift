import Controllers

/// The words for what the people of a room may do.
nonisolated enum RoomPermissionText {
  /// The entries of the room's settings, under a heading; none where the room has no rule about powers.
  static func rows(_ settings: RoomSettings) -> [SheetRow] {
    let rows = RoomPermission.allCases.compactMap { permission in
      settings.permissions[permission].map { row(permission, $0, settings) }
    }
    return rows.isEmpty ? [] : [SheetRow(heading: "Who may")] + rows
  }

  private static func row(
    _ permission: RoomPermission, _ level: Int, _ settings: RoomSettings
  ) -> SheetRow {
    let needed = settings.neededPower(for: permission)
    let isRefused = settings.ownPower.map { $0 < needed } ?? false
    return SheetRow(
      setting: permission.rawValue, label(permission), people(with: level, settings),
      action: isRefused ? "" : "change",
      refusal: isRefused ? RoomSettingText.refusal(needing: needed, settings) : "")
  }

  private static func label(_ permission: RoomPermission) -> String {
    switch permission {
    case .write: "Write messages"
    case .pin: "Pin messages"
    case .erase: "Erase messages"
    case .mentionRoom: "Mention @room"
    case .invite: "Invite people"
    case .kick: "Remove people"
    case .ban: "Ban people"
    case .edit: "Edit settings"
    }
  }

  /// "Who may write messages".
  static func question(_ permission: RoomPermission) -> String {
    switch permission {
    case .write: "Who may write messages"
    case .pin: "Who may pin messages"
    case .erase: "Who may erase the messages of others"
    case .mentionRoom: "Who may mention everybody by @room"
    case .invite: "Who may invite people"
    case .kick: "Who may remove people"
    case .ban: "Who may ban people"
    case .edit: "Who may edit settings that have no power of their own"
    }
  }

  /// Who has a power, in words where there are some.
  static func people(with level: Int, _ settings: RoomSettings) -> String {
    switch level {
    case ...settings.ordinaryPower: "everybody"
    case 50: "moderators"
    case 100: "admins"
    default: "power \(level)"
    }
  }

  /// The levels that can be chosen: the present one among the usual ones.
  static func levels(_ permission: RoomPermission, _ settings: RoomSettings) -> [Int] {
    let (ordinary, present) = (settings.ordinaryPower, settings.permissions[permission])
    let others = Set([50, 100] + (present.map { [$0] } ?? [])).filter { $0 > ordinary }
    return [ordinary] + others.sorted()
  }

  /// Why the account cannot choose a level; empty when it can.
  static func refusal(_ level: Int, _ settings: RoomSettings) -> String {
    guard let own = settings.ownPower, level > own else { return "" }
    return "It is more than your own power, \(own)"
  }
}
