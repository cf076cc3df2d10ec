/// Values in the order in which they came, taken out at the front at a constant cost.
@usableFromInline
struct ValueQueue<Value> {
  @usableFromInline var storage: [Value?] = []
  /// Where the oldest value stands; the space before it is given back when it is half of the array.
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
