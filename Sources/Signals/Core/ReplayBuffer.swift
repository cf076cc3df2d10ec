/// The last values of a stream, oldest first.
@usableFromInline
struct ReplayBuffer<Value> {
  @usableFromInline let capacity: Int
  @usableFromInline var storage: [Value] = []
  /// The index of the oldest value once the storage is full.
  @usableFromInline var start = 0

  @usableFromInline
  init(capacity: Int) {
    precondition(capacity >= 0, "a replay capacity is not negative")
    self.capacity = capacity
  }

  @inlinable
  mutating func append(_ value: Value) {
    guard capacity > 0 else { return }
    if storage.count < capacity {
      storage.append(value)
    } else {
      storage[start] = value
      start = (start + 1) % capacity
    }
  }

  @usableFromInline var values: [Value] {
    start == 0 ? storage : Array(storage[start...] + storage[..<start])
  }
}
