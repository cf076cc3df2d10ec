/// How often the observations of a store hear of the parts of one large response.
///
/// Each part may change all lines on the screen. A server that sends more of them than the screen can
/// show would fill the memory with timelines that wait for it, and keys would wait behind them.
struct WatchPace {
  private static let pause = Duration.milliseconds(250)

  /// Whether more parts of the same response follow.
  var hasMore = false
  private var held = StoreChanges()
  private var next: ContinuousClock.Instant?

  /// The changes to tell of now, with those held back before; nil to hold them back.
  mutating func due(
    _ changes: StoreChanges, at now: ContinuousClock.Instant = .now
  ) -> StoreChanges? {
    held.formUnion(changes)
    guard !hasMore || next.map({ now >= $0 }) ?? true else { return nil }
    next = now + Self.pause
    defer { held = StoreChanges() }
    return held
  }
}
