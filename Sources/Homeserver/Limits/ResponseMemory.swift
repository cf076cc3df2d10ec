/// Bounds the memory of answers that are being made or not yet sent, for each user and for all.
///
/// The attacker is a greedy or broken client that asks for much and reads nothing: its user's share
/// fills, further requests of that user wait or are refused, and the write timeout ends the
/// connections that stall.
struct ResponseMemory: Sendable {
  /// Sizes are in bytes.
  struct Bounds: Sendable {
    /// What a great answer counts until it is made.
    var estimate = 8 << 20
    var perUser = 24 << 20
    var total = 64 << 20
    /// Smaller answers are not counted.
    var least = 16 << 10
    /// How many requests of a user wait for memory.
    var waiting = 100

    /// For bodies of requests.
    static let bodies = Self(perUser: 16 << 20)
  }

  let bounds: Bounds
  private let queue: WaitQueue<UserID?>

  init(_ bounds: Bounds = Bounds()) {
    self.bounds = bounds
    queue = WaitQueue(
      .init(total: bounds.total, perKey: bounds.perUser, waiting: bounds.waiting))
  }

  /// How many bytes are taken.
  var taken: Int { queue.taken }

  /// How many wait for room.
  var waiterCount: Int { queue.waitingCount }

  /// Waits for room for an answer.
  ///
  /// - Parameters:
  ///   - size: In bytes; nil for a great answer of unknown size.
  ///   - user: Nil for clients that are not signed in, who share one part.
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait, and `CancellationError`.
  func reserve(_ size: Int? = nil, for user: UserID?) async throws -> ResponseHold {
    try await queue.enter(user, cost: size ?? bounds.estimate)
  }
}

/// The memory of one answer, given back with the last copy of it.
typealias ResponseHold = WaitQueue<UserID?>.Place
