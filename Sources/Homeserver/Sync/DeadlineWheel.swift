/// What ends at a time, in steps of a fiftieth of a second, so that many deadlines cost little.
struct DeadlineWheel<Item: Hashable> {
  /// Milliseconds.
  private static var step: Int64 { 20 }

  private var buckets: [Int64: Set<Item>] = [:]
  /// No deadline is before this one; nil when there is none at all.
  private(set) var next: Int64?

  /// Adds a deadline in milliseconds; it ends at the next step, never early.
  ///
  /// - Returns: the deadline, to remove it by.
  mutating func insert(_ item: Item, at deadline: Int64) -> Int64 {
    let rounded = (deadline + Self.step - 1) / Self.step * Self.step
    buckets[rounded, default: []].insert(item)
    next = min(next ?? rounded, rounded)
    return rounded
  }

  mutating func remove(_ item: Item, at deadline: Int64) {
    guard buckets[deadline]?.remove(item) != nil, buckets[deadline]?.isEmpty == true else {
      return
    }
    buckets[deadline] = nil
  }

  /// Takes out all that has ended.
  mutating func expired(at now: Int64) -> [Item] {
    guard let next, next <= now else { return [] }
    let ended = buckets.keys.filter { $0 <= now }.sorted()
    let items = ended.flatMap { buckets.removeValue(forKey: $0) ?? [] }
    self.next = buckets.keys.min()
    return items
  }
}
