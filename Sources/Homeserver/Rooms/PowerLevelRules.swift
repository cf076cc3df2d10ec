/// The rules for changes of power levels.
///
/// Source: Matrix specification, room version 11, "Authorization rules", rule 9; room version 12
/// for the creators.
struct PowerLevelRules {
  let powers: RoomPowers
  let sender: UserID

  /// - Throws: `M_FORBIDDEN` with the reason.
  func check(_ new: PowerLevels) throws {
    if powers.areCreatorsAbove, powers.creators.contains(where: { new.users[$0] != nil }) {
      throw MatrixError.forbidden("room creators cannot have a power level")
    }
    guard let old = powers.levels else { return }
    let own = powers.level(of: sender)
    try check(old.fields, new.fields, own) { "'\($0.rawValue)'" }
    try check(old.events, new.events, own) { "'\($0.text)'" }
    try check(old.notifications, new.notifications, own) { "the notification '\($0.text)'" }
    for (user, level) in new.users where level != old.users[user] && level > own {
      throw MatrixError.forbidden("you cannot give \(user.rawValue) a power level above yours")
    }
    for (user, level) in old.users where new.users[user] != level {
      guard user == sender || level < own else {
        throw MatrixError.forbidden("\(user.rawValue) has at least your power level")
      }
    }
  }

  /// Neither the old nor the new level may exceed the sender's.
  private func check<Key>(
    _ old: [Key: Int], _ new: [Key: Int], _ own: Int, name: (Key) -> String
  ) throws {
    for key in Set(old.keys).union(new.keys) where old[key] != new[key] {
      guard max(old[key] ?? .min, new[key] ?? .min) <= own else {
        throw MatrixError.forbidden("you cannot change \(name(key)) from or to a level above yours")
      }
    }
  }
}
