import Controllers

/// The value of a query that was read before anybody asked for it.
struct ReadAhead {
  let key: StoreQueryKey
  let value: any Sendable
  let isAffected: @Sendable (StoreChanges) -> Bool
}

extension AccountStore {
  /// Reads what is asked for next, while the one who will ask is still being made.
  ///
  /// The first observation of the query takes the value; a change of it, or another query that is read
  /// ahead, discards it.
  func readAhead<Value>(_ query: StoreQuery<Value>) {
    guard let key = query.key, let value = try? value(of: query) else { return }
    ahead = ReadAhead(key: key, value: value, isAffected: query.isAffected)
  }

  /// What was read ahead of the first observation of a query.
  func takeAhead<Value>(of query: StoreQuery<Value>) -> Value? {
    guard let key = query.key, ahead?.key == key else { return nil }
    defer { ahead = nil }
    return ahead?.value as? Value
  }

  /// Discards what was read ahead when a change concerns it.
  func forgetAhead(affectedBy changes: StoreChanges) {
    if ahead?.isAffected(changes) == true { ahead = nil }
  }
}
