import Models

/// Who may do something in a room by its power levels.
enum PowerHolders: Hashable, Sendable {
  case everybody
  case these([UserID])

  func adding(_ others: [UserID]) -> PowerHolders {
    if case .these(let users) = self { .these(users + others) } else { self }
  }

  func contains(_ user: UserID) -> Bool {
    if case .these(let users) = self { users.contains(user) } else { true }
  }

  var users: [UserID] { if case .these(let users) = self { users } else { [] } }
}
