/// The last changes in their order, as many as fit.
struct RecentList<Element> {
  private var elements: [Element] = []
  private var start = 0
  private var size = 0
  private let position: (Element) -> Int64
  private let sizeOf: (Element) -> Int
  private let capacity: Int
  private let sizeLimit: Int
  /// All changes behind this position are here.
  private(set) var floor: Int64

  init(
    floor: Int64, capacity: Int, sizeLimit: Int, position: @escaping (Element) -> Int64,
    size: @escaping (Element) -> Int
  ) {
    self.floor = floor
    self.capacity = capacity
    self.sizeLimit = sizeLimit
    self.position = position
    sizeOf = size
  }

  /// All that is kept.
  var all: ArraySlice<Element> { elements[start...] }

  mutating func append(_ element: Element) {
    elements.append(element)
    size += sizeOf(element)
    while elements.count - start > capacity || size > sizeLimit { dropFirst() }
    compact()
  }

  /// Forgets what happened up to a position.
  mutating func drop(through position: Int64) {
    while let first = all.first, self.position(first) <= position { dropFirst() }
    floor = max(floor, position)
    compact()
  }

  /// What happened behind a position; the caller has checked it against the floor.
  func after(_ position: Int64) -> ArraySlice<Element> {
    var low = start
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if self.position(elements[middle]) <= position { low = middle + 1 } else { high = middle }
    }
    return elements[low...]
  }

  private mutating func dropFirst() {
    floor = max(floor, position(elements[start]))
    size -= sizeOf(elements[start])
    start += 1
  }

  private mutating func compact() {
    guard start > 64, start > elements.count / 2 else { return }
    elements.removeFirst(start)
    start = 0
  }
}
