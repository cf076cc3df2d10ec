/// Bounds the memory of responses that are being made or sent, for each user and for all.
///
/// The attacker is a greedy or broken client that requests much and reads nothing: its user's share
/// fills up, further requests of that user wait or are refused, and the write timeout ends stalled
/// connections.
struct ResponseMemory: Sendable {
  /// Sizes are in bytes.
  struct Bounds: Sendable {
    /// The cost of a large response until its size is known.
    var estimate = 8 << 20
    var perUser = 24 << 20
    var total = 64 << 20
    /// Smaller responses are not counted.
    var least = 16 << 10
    /// How many requests of a user wait for memory.
    var waiting = 100

    /// The bounds for request bodies.
    static let bodies = Self(perUser: 16 << 20)
  }

  let bounds: Bounds
  private let queue: WaitQueue<UserID?>

  init(_ bounds: Bounds = Bounds()) {
    self.bounds = bounds
    queue = WaitQueue(
      .init(total: bounds.total, perKey: bounds.perUser, waiting: bounds.waiting))
  }

  /// The bytes in use.
  var taken: Int { queue.taken }

  /// The number of waiting requests.
  var waiterCount: Int { queue.waitingCount }

  /// Waits for memory for a response.
  ///
  /// - Parameters:
  ///   - size: In bytes; nil for a large response of unknown size.
  ///   - user: Nil for clients that are not signed in, which share one part.
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait, and `CancellationError`.
  func reserve(_ size: Int? = nil, for user: UserID?) async throws -> ResponseHold {
    try await queue.enter(user, cost: size ?? bounds.estimate)
  }
}

/// The memory of one response, given back with its last copy.
typealias ResponseHold = WaitQueue<UserID?>.Place
