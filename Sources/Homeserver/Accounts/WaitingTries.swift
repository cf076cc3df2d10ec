/// Who waits to try a password of one user, and whose turn is next.
///
/// Each turn goes to one of the networks from which somebody waits, by lot: who waits on many
/// connections of one network takes no turns of others. Within the network, which is all there is on
/// one machine, every other turn goes to who has waited longest, so that few others hold nobody up
/// for long; those between go by lot, so that many others, who may come again and again, leave
/// everybody a chance.
struct WaitingTries {
  struct Waiter: Sendable {
    let id: UInt64
    let network: ClientNetwork
    /// When it is refused.
    let deadline: ContinuousClock.Instant
    let resume: @Sendable (Result<Void, any Error>) -> Void
  }

  /// The longest wait comes first.
  private(set) var waiters: [Waiter] = []
  private var isByLot = true

  mutating func add(_ waiter: Waiter) { waiters.append(waiter) }

  /// Takes out whose turn it is.
  mutating func next() -> Waiter? {
    guard let network = Set(waiters.map(\.network)).randomElement() else { return nil }
    let all = waiters.indices.filter { waiters[$0].network == network }
    isByLot.toggle()
    return (isByLot ? all.randomElement() : all.first).map { waiters.remove(at: $0) }
  }

  /// Takes out one by lot, of the network from which most wait.
  mutating func dropOne() -> Waiter? {
    let networks = Dictionary(grouping: waiters.indices) { waiters[$0].network }
    let most = networks.values.max { $0.count < $1.count }
    return most?.randomElement().map { waiters.remove(at: $0) }
  }

  mutating func remove(_ id: UInt64) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
  }

  /// Takes out those who have waited for too long.
  mutating func takeExpired(at now: ContinuousClock.Instant) -> [Waiter] {
    defer { waiters.removeAll { $0.deadline <= now } }
    return waiters.filter { $0.deadline <= now }
  }
}
