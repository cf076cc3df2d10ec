import ModelKit
import Testing

@Suite("Ordered sets in generated types")
struct QueueTests {
  @Test("they keep the first of equal elements, in order")
  func roundTrip() throws {
    let text = Array(
      #"{"names":["b","a","b"],"numbers":[3,1],"rows":[["y","x","y"]],"urgency":1}"#.utf8)
    let queue = try Queue.decode(text)
    #expect(queue.names == ["b", "a"] && queue.numbers == [3, 1])
    #expect(queue.rows == [["y", "x"]] && queue.urgency == .high && queue.links.isEmpty)
    #expect(
      queue.encoded()
        == Array(#"{"names":["b","a"],"numbers":[3,1],"rows":[["y","x"]],"urgency":1}"#.utf8))
    #expect(queue.with { $0.numbers = [1, 3] } != queue)
    #expect(queue.description.contains("numbers: [3, 1]"))
  }

  @Test("a lenient one drops what it cannot read")
  func lenient() throws {
    let text = Array(#"{"numbers":[],"rows":[],"urgency":0,"guesses":[2,"a",2,5]}"#.utf8)
    #expect(try Queue.decode(text).guesses == [2, 5])
  }

  @Test("an enum written by hand rejects a value that it does not have")
  func rawValue() {
    #expect(throws: JSONError.self) {
      try Queue.decode(Array(#"{"numbers":[],"rows":[],"urgency":7}"#.utf8))
    }
  }
}
