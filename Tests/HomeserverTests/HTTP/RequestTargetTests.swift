import Testing

@testable import Homeserver

@Suite("Request target")
struct RequestTargetTests {
  @Test("Each segment is decoded once, after the path is split")
  func decodesOnce() throws {
    let target = try RequestTarget("/rooms/!a%3Ab/a%2Fb/%2524ev/%C3%A4+")
    #expect(target.segments == ["rooms", "!a:b", "a/b", "%24ev", "ä+"])
    #expect(target.query.isEmpty)
  }

  @Test("Empty segments are dropped, dots are ordinary segments")
  func keepsDots() throws {
    #expect(try RequestTarget("//a///b/").segments == ["a", "b"])
    #expect(try RequestTarget("/a/../b/./%2e%2E").segments == ["a", "..", "b", ".", ".."])
    #expect(try RequestTarget("/").segments.isEmpty)
  }

  @Test(
    "An invalid encoding of UTF-8 is M_INVALID_PARAM",
    arguments: [
      "/%zz", "/%", "/a%2", "/%ff", "/%C3%28", "/%00", "/a?b=%g0", "/a?%ff=c", "/a?b=%00",
    ])
  func refusesBadEncodings(text: String) {
    let error = #expect(throws: MatrixError.self) { try RequestTarget(text) }
    #expect(error?.status == 400)
    #expect(error?.code == "M_INVALID_PARAM")
  }

  @Test("A target that is not a path is refused", arguments: ["", "*", "a/b", "host:80", "/a#b"])
  func refusesOtherForms(text: String) {
    let error = #expect(throws: MatrixError.self) { try RequestTarget(text) }
    #expect(error?.status == 400)
    #expect(error?.code == "M_UNRECOGNIZED")
  }

  @Test("A query keeps its order; a plus is a space, an encoded plus is not")
  func decodesQuery() throws {
    let query = try RequestTarget("/a?k=1&k=2&x=%26+%2By&flag&=v&&e==f?g/h").query
    #expect(query.map(\.name) == ["k", "k", "x", "flag", "", "e"])
    #expect(query.map(\.value) == ["1", "2", "& +y", "", "v", "=f?g/h"])
  }

  @Test("Too many arguments are refused")
  func boundsArguments() throws {
    #expect(
      try RequestTarget("/?" + repeatElement("a=b", count: 256).joined(separator: "&"))
        .query.count == 256)
    #expect(throws: MatrixError.self) {
      try RequestTarget("/?" + repeatElement("a=b", count: 257).joined(separator: "&"))
    }
  }
}
