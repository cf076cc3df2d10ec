/// The last values of a stream, oldest first.
@usableFromInline
struct ReplayBuffer<Value: Sendable>: Sendable {
  @usableFromInline let capacity: Int
  @usableFromInline var storage: [Value] = []
  /// The index of the oldest value once the storage is full.
  @usableFromInline var start = 0

  @usableFromInline
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Appends a value and returns the one that no longer has room.
  @inlinable
  mutating func append(_ value: Value) -> Value? {
    guard capacity > 0 else { return value }
    guard storage.count == capacity else {
      storage.append(value)
      return nil
    }
    var other = value
    swap(&storage[start], &other)
    start = (start + 1) % capacity
    return other
  }

  @usableFromInline var values: [Value] {
    start == 0 ? storage : Array(storage[start...] + storage[..<start])
  }
}
