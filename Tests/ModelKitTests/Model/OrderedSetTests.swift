import ModelKit
import Testing

@Suite("Ordered sets")
struct OrderedSetTests {
  @Test("the first of equal elements stays")
  func repetitions() {
    let set = OrderedSet([3, 1, 3, 2, 1])
    #expect(Array(set) == [3, 1, 2])
    #expect(set.count == 3 && set[1] == 1 && set.last == 2)
    #expect(set.contains(2) && !set.contains(4))
    #expect(set == [3, 1, 2] && set != [1, 2, 3])
    #expect(set.hashValue == OrderedSet([3, 1, 2]).hashValue)
    #expect("\(set)" == "[3, 1, 2]")
  }

  @Test("it is an array in JSON")
  func json() throws {
    let text = Array("[2,1,2]".utf8)
    #expect(try OrderedSet<Int>.decode(text) == [2, 1])
    #expect(OrderedSet([2, 1]).encoded() == Array("[2,1]".utf8))
  }
}
