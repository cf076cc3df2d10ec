import Synchronization

/// What waits at one turn: queued items, and senders that are held because there are too many.
///
/// Both numbers share a word, so a sender that begins to wait and a holder that catches up see each
/// other: whichever changes the word second knows of the first.
@usableFromInline
struct Crowd: ~Copyable, Sendable {
  /// With this many queued items, further senders wait.
  static var limit: Int { 256 }
  /// The weight of one held sender.
  private static var held: Int { 1 << 40 }

  /// The number of queued items, plus `held` for each held sender.
  private let word = Atomic<Int>(0)

  @usableFromInline
  init() {}

  var hasHeldSenders: Bool {
    word.load(ordering: .relaxed) >= Self.held
  }

  /// Counts an item before it is queued, and returns the number of items.
  func enter() -> Int {
    word.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue % Self.held
  }

  /// Counts items that are done.
  ///
  /// - Returns: Whether senders are held although there is room again.
  @discardableResult
  func leave(_ count: Int) -> Bool {
    let new = word.wrappingSubtract(count, ordering: .acquiringAndReleasing).newValue
    return new >= Self.held && new % Self.held < Self.limit / 2
  }

  /// Counts a held sender, unless there is room.
  func hold() -> Bool {
    let new = word.wrappingAdd(Self.held, ordering: .acquiringAndReleasing).newValue
    guard new % Self.held < Self.limit else { return true }
    release()
    return false
  }

  /// Counts a held sender no longer.
  func release() {
    word.wrappingSubtract(Self.held, ordering: .acquiringAndReleasing)
  }
}
