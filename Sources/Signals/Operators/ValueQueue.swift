/// A FIFO queue of values with constant-cost removal at the front.
@usableFromInline
struct ValueQueue<Value> {
  @usableFromInline var storage: [Value?] = []
  /// The index of the oldest value; the space before it is freed when it is half of the array.
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool {
    head == storage.count
  }

  @inlinable
  mutating func append(_ value: Value) {
    storage.append(value)
  }

  @inlinable
  mutating func popFirst() -> Value? {
    guard head < storage.count else { return nil }
    let value = storage[head]
    storage[head] = nil
    head += 1
    if head * 2 >= storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return value
  }
}
