import Synchronization

/// The access tokens that were used last, and whom they stand for.
final class TokenCache: Sendable {
  struct Entry: Sendable {
    let requester: Requester
    /// Milliseconds since 1970; nil: never.
    let expires: Int64?
    /// When the device was last noted as in use.
    var seen: Int64
  }

  /// Counts what was forgotten: an entry that was read before that may be out of date.
  struct Ticket: Equatable {
    fileprivate let generation: UInt64
  }

  private struct Entries {
    var young: [TokenHash: Entry] = [:]
    /// What was young before the last time that there were too many.
    var old: [TokenHash: Entry] = [:]
    var generation: UInt64 = 0
  }

  private let capacity: Int
  private let entries = Mutex(Entries())

  /// - Parameter capacity: How many entries are kept at most.
  init(capacity: Int = 20_000) {
    self.capacity = capacity
  }

  /// To be taken before an entry is read from the disk.
  var ticket: Ticket { entries.withLock { Ticket(generation: $0.generation) } }

  /// The entry of a token.
  func entry(_ hash: TokenHash) -> Entry? {
    entries.withLock { entries in
      if let entry = entries.young[hash] { return entry }
      guard let entry = entries.old.removeValue(forKey: hash) else { return nil }
      add(entry, for: hash, to: &entries)
      return entry
    }
  }

  /// Keeps an entry, unless something was forgotten since it was read.
  func insert(_ entry: Entry, for hash: TokenHash, _ ticket: Ticket) {
    entries.withLock { entries in
      guard entries.generation == ticket.generation else { return }
      add(entry, for: hash, to: &entries)
    }
  }

  /// Notes that a device is in use; false when that was done less than an interval ago.
  func note(seen now: Int64, _ hash: TokenHash, interval: Int64) -> Bool {
    entries.withLock { entries in
      guard let entry = entries.young[hash], now - entry.seen >= interval else { return false }
      entries.young[hash]?.seen = now
      return true
    }
  }

  /// Forgets all tokens of a user.
  func forget(_ user: UserID) {
    entries.withLock { entries in
      entries.generation += 1
      entries.young = entries.young.filter { $0.value.requester.user != user }
      entries.old = entries.old.filter { $0.value.requester.user != user }
    }
  }

  /// How many entries are kept.
  var count: Int { entries.withLock { $0.young.count + $0.old.count } }

  private func add(_ entry: Entry, for hash: TokenHash, to entries: inout Entries) {
    if entries.young.count >= capacity / 2 {
      entries.old = entries.young
      entries.young = [:]
    }
    entries.young[hash] = entry
  }
}
