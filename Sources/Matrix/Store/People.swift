import ModelKit
import Models

/// The people whom an account has met, with the news that the cache does not have yet.
struct People: Sendable {
  private(set) var news: [UserID: User] = [:]

  func user(_ id: UserID, _ tables: AccountTables) throws -> User? {
    try news[id] ?? tables.person(id)
  }

  /// Merges what a response says about a person.
  mutating func merge(_ user: User, _ tables: AccountTables) throws {
    news[user.id] = try self.user(user.id, tables)?.merging(user) ?? user
  }

  /// Merges a person only if nothing is known of them yet.
  mutating func meet(_ user: User, _ tables: AccountTables) throws {
    if try self.user(user.id, tables) == nil { news[user.id] = user }
  }

  /// Records that the cache contains all news.
  mutating func forgetNews() { news = [:] }
}
