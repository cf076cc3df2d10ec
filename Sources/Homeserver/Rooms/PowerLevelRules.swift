/// Who may change which level.
///
/// Source: Matrix specification, room version 11, "Authorization rules", rule 9; room version 12 for
/// the creators.
struct PowerLevelRules {
  let powers: RoomPowers
  let sender: UserID

  /// - Throws: `M_FORBIDDEN` with the reason.
  func check(_ new: PowerLevels) throws {
    if powers.areCreatorsAbove, powers.creators.contains(where: { new.users[$0] != nil }) {
      throw MatrixError.forbidden("who made the room has no level")
    }
    guard let old = powers.levels else { return }
    let own = powers.level(of: sender)
    try check(old.fields, new.fields, own) { "'\($0.rawValue)'" }
    try check(old.events, new.events, own) { "'\($0)'" }
    try check(old.notifications, new.notifications, own) { "the notification '\($0)'" }
    for (user, level) in new.users where level != old.users[user] && level > own {
      throw MatrixError.forbidden("\(user.rawValue) would have more power than you have")
    }
    for (user, level) in old.users where new.users[user] != level {
      guard user == sender || level < own else {
        throw MatrixError.forbidden("\(user.rawValue) has no less power than you have")
      }
    }
  }

  /// Neither what is changed nor what it becomes may be above the sender.
  private func check<Key>(
    _ old: [Key: Int], _ new: [Key: Int], _ own: Int, name: (Key) -> String
  ) throws {
    for key in Set(old.keys).union(new.keys) where old[key] != new[key] {
      guard max(old[key] ?? .min, new[key] ?? .min) <= own else {
        throw MatrixError.forbidden("the level of \(name(key)) is or would be above yours")
      }
    }
  }
}
