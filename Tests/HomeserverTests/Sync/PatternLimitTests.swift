import ModelKit
import Testing

@testable import Homeserver

@Suite("Bounds of filters")
struct PatternLimitTests {
  @Test("Expensive type patterns are refused, ordinary ones are not")
  func bounds() throws {
    let many = (0..<30).map { "a*\($0)" }
    #expect(throws: MatrixError.self) { try TypePatterns(many) }
    #expect(throws: MatrixError.self) {
      try TypePatterns(["*" + String(repeating: "a", count: 64)])
    }
    #expect(throws: MatrixError.self) { try TypePatterns((0..<600).map(String.init)) }
    let patterns = try TypePatterns(["m.room.*", "m.reaction"])
    #expect(patterns.matches("m.room.message") && patterns.matches("m.reaction"))
    #expect(!patterns.matches("m.sticker"))
  }
}
