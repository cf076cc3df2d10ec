/// Where an account's cache is kept.
package enum CacheStorage: Sendable {
  /// In the account's folder; it survives the process.
  case durable(AccountDirectory)
  /// Only in this process, for commands that run beside a screen of the same account.
  case memory

  func open() throws(StorageError) -> Cache {
    switch self {
    case .durable(let directory): try Cache(in: directory)
    case .memory: try Cache()
    }
  }

  /// Sets a damaged cache aside, which nobody may have open, and makes an empty one.
  func replace() throws(StorageError) -> Cache {
    switch self {
    case .durable(let directory): try Cache(replacingIn: directory)
    case .memory: try Cache()
    }
  }
}
