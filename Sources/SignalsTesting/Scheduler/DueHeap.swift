/// A binary heap of elements, ordered by due time and then by insertion.
struct DueHeap<Element> {
  private struct Node {
    let due: Duration
    let number: Int
    let element: Element

    func isBefore(_ other: Node) -> Bool {
      (due, number) < (other.due, other.number)
    }
  }

  private var nodes: [Node] = []
  private var nextNumber = 0

  var count: Int { nodes.count }

  /// The due time of the first element.
  var firstDue: Duration? { nodes.first?.due }

  mutating func insert(_ element: Element, due: Duration) {
    nodes.append(Node(due: due, number: nextNumber, element: element))
    nextNumber += 1
    siftUp(from: nodes.count - 1)
  }

  /// Takes the first element, if there is one.
  mutating func removeFirst() -> Element? {
    guard let first = nodes.first else { return nil }
    let last = nodes.removeLast()
    if !nodes.isEmpty {
      nodes[0] = last
      siftDown(from: 0)
    }
    return first.element
  }

  /// Drops the elements for which `isDropped` is true; the others keep their order.
  mutating func removeAll(where isDropped: (Element) -> Bool) {
    nodes.removeAll { isDropped($0.element) }
    // A sorted array is a heap.
    nodes.sort { $0.isBefore($1) }
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard nodes[index].isBefore(nodes[parent]) else { return }
      nodes.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      let left = 2 * index + 1
      guard left < nodes.count else { return }
      let right = left + 1
      let child = right < nodes.count && nodes[right].isBefore(nodes[left]) ? right : left
      guard nodes[child].isBefore(nodes[index]) else { return }
      nodes.swapAt(index, child)
      index = child
    }
  }
}
