import Dispatch

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

  /// Looks through the whole file, on a thread of its own, for what is wrong; nil when nothing is.
  func damage() async -> String? {
    guard case .durable(let directory) = self else { return nil }
    return await withCheckedContinuation { continuation in
      // Tasks would have to wait for one of theirs.
      DispatchQueue(label: "cache check").async {
        continuation.resume(returning: CacheFile(directory).damage())
      }
    }
  }
}
