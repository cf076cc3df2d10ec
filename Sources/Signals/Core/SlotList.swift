/// A list of references in order of arrival that is iterated without retaining or copying anything.
///
/// The list owns its memory only. Its owner retains the elements that it appends, releases those
/// that it removes and calls `deallocate()`. Slots of removed elements stay empty until the owner
/// compacts, so indices stay valid during an iteration while elements are added and removed.
@usableFromInline
struct SlotList<Element: AnyObject> {
  @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<Element>?>?
  @usableFromInline var count = 0
  @usableFromInline var capacity = 0
  @usableFromInline var emptyCount = 0

  @inlinable
  init() {}

  /// The element in a slot below `count`.
  @inlinable
  subscript(index: Int) -> Unmanaged<Element>? {
    slots.unsafelyUnwrapped[index]
  }

  @inlinable var isEmpty: Bool {
    count == emptyCount
  }

  /// Whether half of the slots are empty.
  @inlinable var isSparse: Bool {
    emptyCount * 2 > count
  }

  /// Appends an element and returns its slot.
  @inlinable
  mutating func append(_ element: Unmanaged<Element>) -> Int {
    if count == capacity { grow() }
    slots.unsafelyUnwrapped[count] = element
    count += 1
    return count - 1
  }

  /// Empties a slot; drops the slot if it is the last one.
  @inlinable
  mutating func remove(at index: Int) {
    slots.unsafelyUnwrapped[index] = nil
    if index == count - 1 {
      count -= 1
    } else {
      emptyCount += 1
    }
  }

  /// Closes the gaps and reports each element's new slot.
  @usableFromInline
  mutating func compact(_ move: (Element, Int) -> Void) {
    guard let slots else { return }
    var living = 0
    for index in 0..<count {
      guard let slot = slots[index] else { continue }
      slot._withUnsafeGuaranteedRef { move($0, living) }
      slots[living] = slot
      living += 1
    }
    count = living
    emptyCount = 0
  }

  /// Removes all elements and keeps the memory.
  @inlinable
  mutating func removeAll() {
    count = 0
    emptyCount = 0
  }

  @usableFromInline
  func deallocate() {
    slots?.deallocate()
  }

  @usableFromInline
  mutating func grow() {
    let newCapacity = max(4, capacity * 2)
    let grown = UnsafeMutablePointer<Unmanaged<Element>?>.allocate(capacity: newCapacity)
    if let slots {
      grown.moveInitialize(from: slots, count: count)
      slots.deallocate()
    }
    slots = grown
    capacity = newCapacity
  }
}
