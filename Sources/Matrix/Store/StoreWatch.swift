import Signals

/// An observation of what a query gives, without repeats.
///
/// Only the account's store uses it, on its actor.
struct StoreWatch {
  private let send: (StoreContents, AccountTables) throws -> Void
  let isAffected: @Sendable (StoreChanges) -> Bool

  /// Sends `first`, which nothing has changed since it was read, at once.
  init<Value>(
    _ query: StoreQuery<Value>, first: Value? = nil, _ observer: Observer<Value, Never>
  ) {
    var last = first
    isAffected = query.isAffected
    send = { contents, tables in
      let value = try query.value(contents, tables)
      guard value != last else { return }
      last = value
      observer.send(value)
    }
    if let first { observer.send(first) }
  }

  /// Sends the current value if it is another than the last one.
  func update(_ contents: StoreContents, _ tables: AccountTables) throws {
    try send(contents, tables)
  }
}
