/// What a user shows of being there.
struct UserPresence: Hashable, Sendable {
  enum State: String, Sendable {
    case online, unavailable, offline
  }

  var state = State.offline
  /// What they say of it.
  var status: String?
  /// When they were last active, in milliseconds since 1970; nil when that was in an earlier run.
  var active: Int64?
}

/// Who is there, in memory only: after a restart everybody is offline until they come back, with the status
/// that is stored.
///
/// A user with a status keeps an entry, and so does one who was there; the number of entries is bounded by
/// the accounts, each of which takes far more space on disk.
struct PresenceBoard {
  private struct Entry {
    var presence = UserPresence()
    /// The position of the last change.
    var changed: Int64 = 0
    /// The syncs that show the user as there.
    var syncs = 0
    /// The number of such syncs that have ended.
    var ends = 0
    /// Whether somebody waits to see whether the user comes back.
    var isAwaited = false
  }

  /// What to do about a user who was without a sync for a while.
  enum Patience: Equatable {
    /// The user has gone; others see a difference or not.
    case gone(isNews: Bool)
    /// The user has synced meanwhile, and is without a sync again since a shorter time.
    case again(after: Int)
    /// The user is back.
    case over
  }

  private var entries: [UserID: Entry] = [:]

  /// Takes over the statuses of an earlier process.
  mutating func restore(_ statuses: [UserID: String], at position: Int64) {
    for (user, status) in statuses {
      entries[user] = Entry(presence: UserPresence(status: status), changed: position)
    }
  }

  /// A user's presence; that of somebody unknown is offline.
  func presence(of user: UserID) -> UserPresence { entries[user]?.presence ?? UserPresence() }

  /// The users whose presence changed after a position.
  func users(changedAfter place: Int64) -> [UserID: UserPresence] {
    entries.filter { $0.value.changed > place }.mapValues(\.presence)
  }

  /// A user sets their presence; returns whether others see a difference.
  mutating func set(_ presence: UserPresence, of user: UserID, at position: Int64) -> Bool {
    let before = self.presence(of: user)
    entries[user, default: Entry()].presence = presence
    guard before.state != presence.state || before.status != presence.status else { return false }
    entries[user]?.changed = position
    return true
  }

  /// A sync begins that shows its user as there; returns whether others see a difference.
  mutating func begin(
    _ user: UserID, as state: UserPresence.State, now: Int64, at position: Int64
  ) -> Bool {
    entries[user, default: Entry()].syncs += 1
    var presence = self.presence(of: user)
    presence.state = state
    if state == .online { presence.active = now }
    return set(presence, of: user, at: position)
  }

  /// Such a sync has ended; when nobody waits yet for the next one, returns the number of its end.
  mutating func end(_ user: UserID) -> Int? {
    guard var entry = entries[user] else { return nil }
    entry.syncs -= 1
    entry.ends += 1
    let begins = entry.syncs == 0 && !entry.isAwaited
    entry.isAwaited = entry.isAwaited || begins
    entries[user] = entry
    return begins ? entry.ends : nil
  }

  /// Some time has passed since an end: the user goes unless there was a sync meanwhile.
  mutating func expire(_ user: UserID, after end: Int, at position: Int64) -> Patience {
    guard let entry = entries[user], entry.syncs == 0 else {
      entries[user]?.isAwaited = false
      return .over
    }
    guard entry.ends == end else { return .again(after: entry.ends) }
    entries[user]?.isAwaited = false
    var presence = entry.presence
    presence.state = .offline
    return .gone(isNews: set(presence, of: user, at: position))
  }
}
