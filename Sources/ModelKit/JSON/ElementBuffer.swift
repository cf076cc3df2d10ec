/// Collects the elements of an array while their number is unknown.
///
/// An array that grows by appending may keep twice the memory that it needs. Here the elements are
/// collected in memory of the reader, and the final array has the exact size. Beyond some size that
/// would only copy memory, because the spare capacity of a large array is never touched; such an
/// array grows as usual.
@usableFromInline
struct ElementBuffer<Element>: ~Copyable {
  @usableFromInline static var firstByteCount: Int { 512 }
  @usableFromInline static var lastByteCount: Int { 32_768 }

  @usableFromInline var start: UnsafeMutablePointer<Element>?
  @usableFromInline var place: UnsafeMutablePointer<Element>?
  @usableFromInline var limit: UnsafeMutablePointer<Element>?
  @usableFromInline var large: [Element] = []

  @inlinable
  init() {}

  @inlinable
  deinit {
    start?.deinitialize(count: count)
    start?.deallocate()
  }

  /// Adds an element.
  @inlinable
  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if place == limit, !makeRoom() { return large.append(element) }
    guard let next = place else { return }
    next.initialize(to: element)
    place = next + 1
  }

  /// Returns the elements and empties the buffer.
  @inlinable
  mutating func takeArray() -> [Element] {
    guard !isLarge else { return exchange(&large, with: []) }
    guard let start, count > 0 else { return [] }
    let count = count
    place = start
    return [Element](unsafeUninitializedCapacity: count) { memory, initialized in
      memory.baseAddress?.moveInitialize(from: start, count: count)
      initialized = count
    }
  }

  // Without specialisation, `isEmpty` would look up metadata each time.
  @inlinable var isLarge: Bool { large.count > 0 }

  @inlinable var count: Int {
    guard let start, let place else { return 0 }
    return place - start
  }

  /// Whether there is room for another element in the buffer; otherwise it goes to `large`.
  @inlinable
  @inline(never)
  mutating func makeRoom() -> Bool {
    guard !isLarge else { return false }
    let stride = MemoryLayout<Element>.stride
    let capacity = max(count * 2, Self.firstByteCount / stride, 4)
    guard capacity * stride <= Self.lastByteCount else {
      large = takeArray()
      large.reserveCapacity(capacity)
      release()
      return false
    }
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    let count = count
    if let start { memory.moveInitialize(from: start, count: count) }
    release()
    start = memory
    place = memory + count
    limit = memory + capacity
    return true
  }

  /// Frees the memory, which holds no elements any more.
  @inlinable
  mutating func release() {
    start?.deallocate()
    start = nil
    place = nil
    limit = nil
  }
}
