import MatrixWire
import Testing

@testable import Homeserver

@Suite("JSON bodies")
struct JSONBodyTests {
  private func body(depth: Int) -> [UInt8] {
    let nested = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
    return Array("{\"unknown\":\(nested),\"m.read\":\"$a\"}".utf8)
  }

  @Test("Skipped members must not nest deeper than decoded ones")
  func boundsDepth() throws {
    let read: RawReadMarkersBody = try JSONBody.decode(body(depth: Limits.depth))
    #expect(read.read == "$a")
    for depth in [Limits.depth + 1, 200, 2000] {
      let error = #expect(throws: MatrixError.self) {
        try JSONBody.decode(body(depth: depth)) as RawReadMarkersBody
      }
      #expect(error?.status == 400)
      #expect(error?.code == "M_BAD_JSON")
    }
  }

  @Test("Brackets inside strings are not levels, brackets after them are")
  func knowsTexts() {
    let text = #""[[{\"[[\\""#
    #expect(JSONDepth.isAtMost(2, in: Array("[[\(text),\(text)],[]]".utf8)))
    #expect(!JSONDepth.isAtMost(2, in: Array("[[\(text),[]]]".utf8)))
    #expect(JSONDepth.isAtMost(1, in: Array("[],[],[],{}".utf8)))
  }
}
