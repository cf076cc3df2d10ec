import ModelKit
import Testing

@Suite("Unions by a single key")
struct UnionsKeyedTests {
  private func shape(_ text: String) throws -> Shape {
    try Shape.decode(Array(text.utf8))
  }

  private func text<Value: JSONEncodable>(_ value: Value) -> String {
    String(decoding: value.encoded(), as: UTF8.self)
  }

  @Test("write and read each case")
  func forms() throws {
    let forms: [(Shape, String)] = [
      (.circle(radius: 1.5), #"{"circle":{"radius":1.5}}"#),
      (.label("l"), #"{"label":"l"}"#),
      (.label(nil), #"{"label":null}"#),
      (.nothing, #"{"nothing":{}}"#),
      (Shape.none, #"{"none":{}}"#),
      (.default(in: "d"), #"{"default":{"in":"d"}}"#),
      (
        .group(members: [.nothing, .outside(inner: .circle(radius: 0.5))]),
        #"{"group":{"members":[{"nothing":{}},{"outside":{"inner":{"circle":{"radius":0.5}}}}]}}"#
      ),
    ]
    for (value, document) in forms {
      #expect(text(value) == document)
      #expect(try shape(document) == value)
    }
  }

  @Test("contain themselves up to the depth limit of documents")
  func recursion() throws {
    var value = Shape.nothing
    for _ in 0..<40 { value = .outside(inner: value) }
    #expect(try shape(text(value)) == value)
    let deep = String(repeating: #"{"outside":{"inner":"#, count: 5000)
    #expect(throws: JSONError.self) { try shape(deep) }
  }

  @Test(
    "keep values that match no case",
    arguments: [
      "{}", #"{"square":{"side":1}}"#, #"{"nothing":{},"circle":{"radius":1}}"#,
      #"{"circle":{"radius":1},"x":0}"#, #""nothing""#, "null", #"[{"nothing":{}}]"#,
    ])
  func unknown(document: String) throws {
    let value = try shape(document)
    guard case .unknown = value else {
      Issue.record("\(value) is no unknown form")
      return
    }
    #expect(text(value) == document)
  }

  @Test("reject values that match no case if they are closed")
  func closed() throws {
    #expect(try Lamp.decode(Array(#"{"on":{"level":2}}"#.utf8)) == .on(level: 2))
    for document in ["{}", #"{"dim":{}}"#, #"{"on":{"level":2},"off":{}}"#, "1"] {
      #expect(throws: JSONError.self) { try Lamp.decode(Array(document.utf8)) }
    }
    let lamp = Lamp.off
    switch lamp {
    case .on: Issue.record("The lamp is off.")
    case .off: break
    }
  }

  @Test("describe the case and its payload")
  func description() {
    #expect(Shape.circle(radius: 1.5).description == "circle(radius: 1.5)")
    #expect(Shape.nothing.description == "nothing")
    #expect(Note.text(body: "b", size: nil).description == "text(body: b, size: nil)")
  }

  @Test("are equal and hashed by case and payload")
  func equality() {
    let shapes: Set<Shape> = [.nothing, .label(nil), .label("a"), .nothing, .circle(radius: 1)]
    #expect(shapes.count == 4)
    #expect(Shape.outside(inner: .nothing) == .outside(inner: .nothing))
    #expect(Shape.outside(inner: .nothing) != .outside(inner: .label(nil)))
  }
}
