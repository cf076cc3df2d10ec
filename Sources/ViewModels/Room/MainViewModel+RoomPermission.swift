import Controllers

/// Who may do what in a room.
extension MainViewModel {
  /// Asks from which power on people may do something.
  func change(
    _ permission: RoomPermission, _ settings: RoomSettings, in model: RoomSettingsViewModel,
    _ tell: @escaping (String) -> Void
  ) {
    let levels = RoomPermissionText.levels(permission, settings)
    // Whatever everybody's power suffices for is one choice.
    let present = settings.permissions[permission].map { max($0, settings.ordinaryPower) }
    choose(
      RoomPermissionText.question(permission),
      among: levels.map { .permission(permission, $0) }, .permission(permission, present),
      in: model, tell,
      words: { Self.level($0).map { RoomPermissionText.people(with: $0, settings) } ?? "" },
      refused: { Self.level($0).map { RoomPermissionText.refusal($0, settings) } ?? "" })
  }

  private static func level(_ setting: RoomSetting) -> Int? {
    if case .permission(_, let level) = setting { level } else { nil }
  }
}
