import Models

extension Cache {
  /// Reads from the cache of an account through a connection that only reads, so also beside the screen that
  /// has the account open.
  ///
  /// Nil when there is no cache, or that of another account.
  static func read<Value>(
    in directory: AccountDirectory, of user: UserID, _ body: (AccountTables) throws -> Value
  ) throws(StorageError) -> Value? {
    guard let cache = try Cache(readingIn: directory),
      try cache.owner().map({ $0 == user.rawValue }) ?? true
    else { return nil }
    return try cache.read { try body(AccountTables($0)) }
  }
}
