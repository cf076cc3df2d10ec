/// The nodes of a directed graph that lie on cycles, by Tarjan's algorithm.
///
/// Linear, and without recursion: schemas form chains of thousands of types.
struct StrongComponents {
  private let edges: [[Int]]
  private var order: [Int?]
  private var low: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var count = 0
  /// For each node, whether a path leads from it back to itself.
  private(set) var isCyclic: [Bool]

  init(_ edges: [[Int]]) {
    self.edges = edges
    order = Array(repeating: nil, count: edges.count)
    low = Array(repeating: 0, count: edges.count)
    isOpen = Array(repeating: false, count: edges.count)
    isCyclic = Array(repeating: false, count: edges.count)
    for node in edges.indices where order[node] == nil { visit(node) }
  }

  private mutating func visit(_ start: Int) {
    enter(start)
    var path = [(node: start, edge: 0)]
    while let (node, edge) = path.last {
      guard edge < edges[node].count else {
        path.removeLast()
        if let parent = path.last { low[parent.node] = min(low[parent.node], low[node]) }
        if low[node] == order[node] { close(node) }
        continue
      }
      path[path.count - 1].edge += 1
      let target = edges[node][edge]
      if target == node { isCyclic[node] = true }
      if let known = order[target] {
        if isOpen[target] { low[node] = min(low[node], known) }
      } else {
        enter(target)
        path.append((target, 0))
      }
    }
  }

  private mutating func enter(_ node: Int) {
    order[node] = count
    low[node] = count
    count += 1
    open.append(node)
    isOpen[node] = true
  }

  /// Ends the component whose first node this is.
  private mutating func close(_ first: Int) {
    let isAlone = open.last == first
    while let node = open.popLast() {
      isOpen[node] = false
      if !isAlone { isCyclic[node] = true }
      if node == first { break }
    }
  }
}
