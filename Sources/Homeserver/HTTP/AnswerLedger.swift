/// Who holds how much of the memory for answers, and who waits for some; pure state of
/// ``AnswerMemory``, which says by which rule.
struct AnswerLedger {
  typealias ID = ObjectIdentifier
  typealias Instant = ContinuousClock.Instant
  /// Is told whether there is room.
  typealias Admission = @Sendable (Bool) -> Void
  /// Ends the connection of an answer.
  typealias Cut = @Sendable () -> Void

  private struct Entry {
    let user: UserID?
    var size: Int
    /// Whether the answer is still being made.
    var isEstimate: Bool
    /// Nil when it is not on its way, or ends already.
    var cut: Cut?
    /// When its client counts as stalled, unless it takes something before.
    var deadline: Instant
    var isEnding = false
  }

  private struct Waiter {
    let id: ID
    let user: UserID?
    let size: Int
    let admission: Admission
  }

  private let bounds: AnswerMemory.Bounds
  private var entries: [ID: Entry] = [:]
  private var ofUser: [UserID?: Int] = [:]
  private var waiters: [Waiter] = []
  private var isWatched = false
  /// How many bytes are taken.
  private(set) var total = 0
  /// What is to be called once the lock is free.
  var calls: [@Sendable () -> Void] = []

  init(_ bounds: AnswerMemory.Bounds) {
    self.bounds = bounds
  }

  var waiterCount: Int { waiters.count }

  // MARK: Answers that are being made

  /// Takes room if there is some and nobody waits.
  mutating func admit(_ id: ID, _ user: UserID?, _ size: Int, at now: Instant) -> Bool {
    guard waiters.isEmpty, fits(user, size), total + size <= bounds.total else { return false }
    insert(id, user, size, isEstimate: true, at: now)
    return true
  }

  /// Waits for room.
  ///
  /// - Returns: Whether ``makeRoom(at:)`` is to be called from time to time from now on.
  mutating func wait(
    _ id: ID, _ user: UserID?, _ size: Int, at now: Instant, _ admission: @escaping Admission
  ) -> Bool {
    waiters.append(Waiter(id: id, user: user, size: size, admission: admission))
    admitWaiters(at: now)
    guard !waiters.isEmpty, !isWatched else { return false }
    isWatched = true
    return true
  }

  mutating func giveUp(_ id: ID, at now: Instant) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    let waiter = waiters.remove(at: index)
    calls.append { waiter.admission(false) }
    admitWaiters(at: now)
  }

  /// Cuts off clients that have stalled meanwhile, for those who wait.
  ///
  /// - Returns: False when nobody waits any more.
  mutating func makeRoom(at now: Instant) -> Bool {
    var seen: Set<UserID?> = []
    for waiter in waiters
    where !fits(waiter.user, waiter.size) && seen.insert(waiter.user).inserted {
      makeOwnRoom(for: waiter, at: now)
    }
    makeRoomForNext(at: now)
    isWatched = !waiters.isEmpty
    return isWatched
  }

  // MARK: Answers that are made

  /// Counts an answer; what is over the bounds makes way.
  mutating func insert(_ id: ID, _ user: UserID?, _ size: Int, at now: Instant) {
    insert(id, user, size, isEstimate: false, at: now)
    if user != nil { makeWay(bounds.perUser, at: now) { $0 == user } }
    makeWay(bounds.total, at: now) { _ in true }
  }

  /// Says how great an answer has become.
  mutating func settle(_ id: ID, _ size: Int, at now: Instant) {
    guard let entry = entries[id] else { return }
    entries[id]?.size = size
    entries[id]?.isEstimate = false
    count(entry.user, size - entry.size)
    admitWaiters(at: now)
  }

  mutating func begin(_ id: ID, at now: Instant, _ cut: @escaping Cut) {
    entries[id]?.cut = cut
    entries[id]?.deadline = now + bounds.patience
  }

  /// Notes that the client took, or sent, so many bytes.
  mutating func progress(_ id: ID, _ bytes: Int, at now: Instant) {
    guard let deadline = entries[id]?.deadline else { return }
    let gained = Duration.seconds(1) * (Double(bytes) / Double(bounds.slowest))
    entries[id]?.deadline = min(max(deadline, now) + gained, now + bounds.patience)
  }

  /// Notes that nothing depends on the client any more.
  mutating func keep(_ id: ID) { entries[id]?.cut = nil }

  mutating func remove(_ id: ID, at now: Instant) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    count(entry.user, -entry.size)
    admitWaiters(at: now)
  }

  // MARK: -

  private mutating func insert(
    _ id: ID, _ user: UserID?, _ size: Int, isEstimate: Bool, at now: Instant
  ) {
    entries[id] = Entry(user: user, size: size, isEstimate: isEstimate, deadline: now)
    count(user, size)
  }

  private mutating func count(_ user: UserID?, _ size: Int) {
    total += size
    let sum = ofUser[user, default: 0] + size
    ofUser[user] = sum == 0 ? nil : sum
  }

  /// Whether a user may hold so much more.
  private func fits(_ user: UserID?, _ size: Int) -> Bool {
    ofUser[user, default: 0] + size <= bounds.perUser
  }

  /// Of those who wait for room among all: who holds least, and then who has waited longest.
  private var next: Int? {
    waiters.indices.filter { fits(waiters[$0].user, waiters[$0].size) }
      .min { ofUser[waiters[$0].user, default: 0] < ofUser[waiters[$1].user, default: 0] }
  }

  private mutating func admitWaiters(at now: Instant) {
    while let index = next, total + waiters[index].size <= bounds.total {
      let waiter = waiters.remove(at: index)
      insert(waiter.id, waiter.user, waiter.size, isEstimate: true, at: now)
      calls.append { waiter.admission(true) }
    }
    makeRoomForNext(at: now)
  }

  // MARK: Making room

  /// What each holds and is not about to give back.
  private var kept: [UserID?: Int] {
    entries.values.reduce(into: [:]) { kept, entry in
      if !entry.isEnding { kept[entry.user, default: 0] += entry.size }
    }
  }

  /// Cuts off clients of others who hold too much.
  private mutating func makeRoomForNext(at now: Instant) {
    guard let waiter = next.map({ waiters[$0] }), total + waiter.size > bounds.total else { return }
    var kept = kept
    while true {
      let sum = kept.values.reduce(0, +)
      guard sum + waiter.size > bounds.total else { return }
      let own = kept[waiter.user, default: 0]
      let count = kept.count
      let id = cuttable(kept) { entry in
        let weight = kept[entry.user, default: 0]
        return entry.deadline <= now
          && (entry.user == waiter.user || weight > own && weight * count >= sum)
      }
      guard let id, let entry = entries[id] else { return }
      kept[entry.user, default: 0] -= entry.size
      end(id)
    }
  }

  /// Cuts off clients of a user who holds too much.
  private mutating func makeOwnRoom(for waiter: Waiter, at now: Instant) {
    var own = kept[waiter.user, default: 0]
    while own + waiter.size > bounds.perUser {
      let id = cuttable([:]) { $0.user == waiter.user && $0.deadline <= now }
      guard let id, let entry = entries[id] else { return }
      own -= entry.size
      end(id)
    }
  }

  /// Cuts off clients for an answer that is there already: those that have stalled before others.
  private mutating func makeWay(_ bound: Int, at now: Instant, _ isMeant: (UserID?) -> Bool) {
    guard total > bound else { return }
    var made = entries.values.reduce(0) { sum, entry in
      isMeant(entry.user) && !entry.isEstimate && !entry.isEnding ? sum + entry.size : sum
    }
    var kept = kept
    while made > bound {
      // The new one is not on its way yet, so that it is none of these.
      let slowest =
        cuttable(kept) { isMeant($0.user) && $0.deadline <= now }
        ?? cuttable(kept) { isMeant($0.user) }
      guard let slowest, let entry = entries[slowest] else { return }
      made -= entry.size
      kept[entry.user, default: 0] -= entry.size
      end(slowest)
    }
  }

  /// Of those on their way that are meant, one of who holds most: the one that has stalled longest.
  private func cuttable(_ kept: [UserID?: Int], _ isMeant: (Entry) -> Bool) -> ID? {
    entries.filter { $0.value.cut != nil && isMeant($0.value) }
      .min { first, second in
        let weights = (kept[first.value.user, default: 0], kept[second.value.user, default: 0])
        return weights.0 == weights.1
          ? first.value.deadline < second.value.deadline : weights.0 > weights.1
      }?.key
  }

  private mutating func end(_ id: ID) {
    guard let cut = entries[id]?.cut else { return }
    entries[id]?.cut = nil
    entries[id]?.isEnding = true
    calls.append(cut)
  }
}
