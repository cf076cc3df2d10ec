/// Who holds how much of the memory for answers, and who waits for some; pure state of
/// ``AnswerMemory``.
struct AnswerLedger {
  typealias ID = ObjectIdentifier
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
    /// When the client took something of it, in the order of all that happens here.
    var progress: UInt64
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
  private var clock: UInt64 = 0
  /// How many bytes are taken.
  private(set) var total = 0
  /// What is to be called once the lock is free.
  var calls: [@Sendable () -> Void] = []

  init(_ bounds: AnswerMemory.Bounds) {
    self.bounds = bounds
  }

  var waiterCount: Int { waiters.count }

  // MARK: Answers that are being made

  /// Takes room if there is some.
  mutating func admit(_ id: ID, _ user: UserID?, _ size: Int) -> Bool {
    guard total + size <= bounds.total, ofUser[user, default: 0] + size <= bounds.perUser else {
      return false
    }
    insert(id, user, size, isEstimate: true)
    return true
  }

  mutating func wait(_ id: ID, _ user: UserID?, _ size: Int, _ admission: @escaping Admission) {
    guard !admit(id, user, size) else { return calls.append { admission(true) } }
    waiters.append(Waiter(id: id, user: user, size: size, admission: admission))
  }

  mutating func giveUp(_ id: ID) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    let waiter = waiters.remove(at: index)
    calls.append { waiter.admission(false) }
  }

  /// Cuts off a client in favour of one that still waits.
  mutating func cut(for id: ID) {
    guard let waiter = waiters.first(where: { $0.id == id }) else { return }
    let isOwnFault = ofUser[waiter.user, default: 0] + waiter.size > bounds.perUser
    cutSlowest(of: isOwnFault ? waiter.user : heaviest)
  }

  // MARK: Answers that are made

  /// Counts an answer; what is over the bounds makes way.
  mutating func insert(_ id: ID, _ user: UserID?, _ size: Int) {
    insert(id, user, size, isEstimate: false)
    if user != nil { makeWay(for: id, bounds.perUser) { $0 == user } }
    makeWay(for: id, bounds.total) { _ in true }
  }

  /// Says how great an answer has become.
  mutating func settle(_ id: ID, _ size: Int) {
    guard let entry = entries[id] else { return }
    entries[id]?.size = size
    entries[id]?.isEstimate = false
    count(entry.user, size - entry.size)
    admitWaiters()
  }

  mutating func begin(_ id: ID, _ cut: @escaping Cut) {
    guard entries[id] != nil else { return }
    entries[id]?.cut = cut
    progress(id)
  }

  /// Notes that the client took something.
  mutating func progress(_ id: ID) {
    clock += 1
    entries[id]?.progress = clock
  }

  mutating func remove(_ id: ID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    count(entry.user, -entry.size)
    admitWaiters()
  }

  // MARK: -

  private mutating func insert(_ id: ID, _ user: UserID?, _ size: Int, isEstimate: Bool) {
    clock += 1
    entries[id] = Entry(user: user, size: size, isEstimate: isEstimate, progress: clock)
    count(user, size)
  }

  private mutating func count(_ user: UserID?, _ size: Int) {
    total += size
    let sum = ofUser[user, default: 0] + size
    ofUser[user] = sum == 0 ? nil : sum
  }

  private mutating func admitWaiters() {
    guard !waiters.isEmpty else { return }
    let all = waiters
    waiters = all.filter { waiter in
      guard admit(waiter.id, waiter.user, waiter.size) else { return true }
      calls.append { waiter.admission(true) }
      return false
    }
  }

  private mutating func makeWay(for id: ID, _ bound: Int, _ isMeant: (UserID?) -> Bool) {
    guard total > bound else { return }
    var made = entries.values.reduce(0) { sum, entry in
      isMeant(entry.user) && !entry.isEstimate && !entry.isEnding ? sum + entry.size : sum
    }
    while made > bound, let slowest = slowest(besides: id, isMeant) {
      made -= entries[slowest]?.size ?? 0
      end(slowest)
    }
  }

  private var heaviest: UserID? { ofUser.max { $0.value < $1.value }?.key ?? nil }

  private mutating func cutSlowest(of user: UserID?) {
    guard let id = slowest(besides: nil, { $0 == user }) ?? slowest(besides: nil, { _ in true })
    else { return }
    end(id)
  }

  /// The one on its way of which the client has taken nothing for longest.
  private func slowest(besides id: ID?, _ isMeant: (UserID?) -> Bool) -> ID? {
    entries.filter { $0.key != id && $0.value.cut != nil && isMeant($0.value.user) }
      .min { $0.value.progress < $1.value.progress }?.key
  }

  private mutating func end(_ id: ID) {
    guard let cut = entries[id]?.cut else { return }
    entries[id]?.cut = nil
    entries[id]?.isEnding = true
    calls.append(cut)
  }
}
