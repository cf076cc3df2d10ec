/// The values that were used last, as many as fit: the one rule of eviction here.
struct RecentlyUsed<Key: Hashable, Value> {
  private var entries: [Key: (value: Value, cost: Int, used: UInt64)] = [:]
  private var cost = 0
  private var clock: UInt64 = 0
  private let capacity: Int

  /// - Parameter capacity: What all values may cost together.
  init(capacity: Int) { self.capacity = capacity }

  /// A value, which counts as used.
  mutating func value(for key: Key) -> Value? {
    clock += 1
    entries[key]?.used = clock
    return entries[key]?.value
  }

  /// Keeps a value.
  ///
  /// When all cost too much, those that were not used for longest go until half is left, so that
  /// this is seldom.
  mutating func set(_ value: Value, for key: Key, cost: Int) {
    clock += 1
    self.cost += cost - (entries.updateValue((value, cost, clock), forKey: key)?.cost ?? 0)
    guard self.cost > capacity else { return }
    for (key, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) {
      guard self.cost > capacity / 2 else { break }
      entries[key] = nil
      self.cost -= entry.cost
    }
  }
}
