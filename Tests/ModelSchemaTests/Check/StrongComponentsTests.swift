import Testing

@testable import ModelSchema

@Suite("Cycles in graphs")
struct StrongComponentsTests {
  @Test("Exactly the nodes that reach themselves lie on cycles")
  func randomGraphs() {
    var random = SeededRandom(state: 13)
    var cyclic = 0
    for _ in 0..<500 {
      let count = Int.random(in: 0...8, using: &random)
      let edges = (0..<count).map { _ in
        (0..<count).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
      }
      let found = StrongComponents(edges).isCyclic
      #expect(found == edges.indices.map { Self.reachesItself($0, edges) }, "\(edges)")
      cyclic += found.count { $0 }
    }
    #expect(cyclic > 500)
  }

  private static func reachesItself(_ start: Int, _ edges: [[Int]]) -> Bool {
    var seen: Set<Int> = []
    var rest = edges[start]
    while let next = rest.popLast() {
      if next == start { return true }
      if seen.insert(next).inserted { rest += edges[next] }
    }
    return false
  }

  @Test("A long chain needs no deep stack")
  func chain() {
    let count = 200_000
    let edges = (0..<count).map { [($0 + 1) % count] }
    #expect(StrongComponents(edges).isCyclic.allSatisfy { $0 })
    #expect(!StrongComponents(edges.dropLast() + [[]]).isCyclic.contains(true))
  }
}
