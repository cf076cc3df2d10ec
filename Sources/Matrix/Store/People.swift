import ModelKit
import Models

/// The people that an account has met, whose values are rows of its model store.
///
/// A copy sees what it was told itself at once and everybody sees it when it has been published;
/// so the work on an answer needs no lock of the store.
struct People: Sendable {
  private let models: ModelStore
  /// Holds the rows for as long as the account is there.
  private var rows: [UserID: ModelRef<User>] = [:]
  /// What the rows do not have yet; partial values.
  private(set) var news: [UserID: User] = [:]

  init(_ models: ModelStore) {
    self.models = models
  }

  subscript(id: UserID) -> User? {
    guard let row = rows[id] else { return nil }
    guard let new = news[id] else { return row.value }
    return row.value?.merging(new) ?? new
  }

  /// Takes over what is said of a person.
  mutating func merge(_ user: User) {
    if rows[user.id] == nil { rows[user.id] = models.ref(User.self, user.id) }
    news[user.id] = news[user.id]?.merging(user) ?? user
  }

  /// Takes over what is said of a person of whom nothing is known.
  mutating func meet(_ user: User) {
    if self[user.id] == nil { merge(user) }
  }

  /// Notes that all news are in the rows.
  mutating func forgetNews() { news = [:] }
}
