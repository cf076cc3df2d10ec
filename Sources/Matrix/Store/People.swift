import ModelKit
import Models

/// The people whom an account has met; their values are rows of its model store.
///
/// A copy sees its own changes at once; everybody else sees them once they are published. Work on a
/// response therefore needs no lock on the store.
struct People: Sendable {
  private let models: ModelStore
  /// Keeps the rows alive as long as the account.
  private var rows: [UserID: ModelRef<User>] = [:]
  /// Partial values that the rows do not have yet.
  private(set) var news: [UserID: User] = [:]

  init(_ models: ModelStore) {
    self.models = models
  }

  subscript(id: UserID) -> User? {
    guard let row = rows[id] else { return nil }
    guard let new = news[id] else { return row.value }
    return row.value?.merging(new) ?? new
  }

  /// Merges what a response says about a person.
  mutating func merge(_ user: User) {
    if rows[user.id] == nil { rows[user.id] = models.ref(User.self, user.id) }
    news[user.id] = news[user.id]?.merging(user) ?? user
  }

  /// Merges a person only if nothing is known of them yet.
  mutating func meet(_ user: User) {
    if self[user.id] == nil { merge(user) }
  }

  /// Records that the rows contain all news.
  mutating func forgetNews() { news = [:] }
}
