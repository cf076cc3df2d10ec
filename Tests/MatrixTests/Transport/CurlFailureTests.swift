import CCurl
import Testing

@testable import Matrix

@Suite("Failures of libcurl")
struct CurlFailureTests {
  @Test(
    "a connection failure is reported as lost once the request was sent",
    arguments: [
      CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
      CURLE_PARTIAL_FILE,
    ].map(\.rawValue))
  func lost(code: UInt32) {
    let early = CurlFailure(code: CURLcode(code), text: "text", isSent: true)
    let late = CurlFailure(code: CURLcode(code), text: "text", isSent: true, hasResponse: true)
    let before = CurlFailure(code: CURLcode(code), text: "text")

    #expect(
      TransportError(early) == .connectionLost("the connection ended", beforeResponse: true))
    #expect(
      TransportError(late) == .connectionLost("the connection ended", beforeResponse: false))
    #expect(TransportError(before) == .unreachable("text"))
  }

  @Test(
    "a missing or wrong library is reported in words",
    arguments: [
      "libthat-nobody-has.so.1", "libz.so.1",
    ])
  func missingLibrary(file: String) {
    let text = "libcurl 7.85 or newer is not installed (the Debian package libcurl4)"
    #expect(throws: TransportError.unreachable(text)) { try CurlLibrary(file: file) }
  }
}
