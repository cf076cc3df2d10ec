/// Values up to a total cost, the least recently used of which go first.
///
/// To find the oldest takes a look at all: it is for some thousand values.
package struct LRU<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let value: Value
    let cost: Int
    var lastUse: UInt64
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]
  /// Of all values.
  package private(set) var cost = 0
  private var clock: UInt64 = 0

  /// - Parameter limit: Of the costs of all values.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The value of a key, which is used by that.
  package mutating func use(_ key: Key) -> Value? {
    clock += 1
    entries[key]?.lastUse = clock
    return entries[key]?.value
  }

  package mutating func remove(_ key: Key) {
    cost -= entries.removeValue(forKey: key)?.cost ?? 0
  }

  package mutating func keep(_ value: Value, for key: Key, cost added: Int) {
    clock += 1
    let entry = Entry(value: value, cost: added, lastUse: clock)
    cost += added - (entries.updateValue(entry, forKey: key)?.cost ?? 0)
    while cost > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[oldest.key] = nil
      cost -= oldest.value.cost
    }
  }
}
