import Testing

@testable import LocalSystem

@Suite("Least recently used")
struct LRUTests {
  @Test("what was used last stays, up to the limit")
  func order() {
    var kept = LRU<Int, String>(limit: 10)
    kept.keep("a", for: 1, cost: 4)
    kept.keep("b", for: 2, cost: 4)
    #expect(kept.use(1) == "a")
    kept.keep("c", for: 3, cost: 4)

    #expect(kept.use(2) == nil)
    #expect(kept.use(1) == "a")
    #expect(kept.use(3) == "c")
  }

  @Test("a value that takes the place of another costs once")
  func replacement() {
    var kept = LRU<Int, String>(limit: 10)
    kept.keep("a", for: 1, cost: 5)
    kept.keep("b", for: 2, cost: 5)
    kept.keep("c", for: 2, cost: 5)

    #expect(kept.use(1) == "a")
    #expect(kept.use(2) == "c")
  }

  @Test("what is larger than the limit is not kept")
  func large() {
    var kept = LRU<Int, String>(limit: 10)
    kept.keep("a", for: 1, cost: 11)
    #expect(kept.use(1) == nil)
  }
}
