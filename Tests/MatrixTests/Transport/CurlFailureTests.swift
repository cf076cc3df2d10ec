import CCurl
import Glibc
import Testing

@testable import Matrix

@Suite("Failures of libcurl")
struct CurlFailureTests {
  @Test("OpenSSL keeps its memory in exit(), where the network thread may still run")
  func processExit() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let library = try CurlLibrary()
      if let register = dlsym(library.calls.pointee.file, "OPENSSL_atexit") {
        typealias Register = @convention(c) (@convention(c) () -> Void) -> CInt
        #expect(unsafeBitCast(register, to: Register.self)({ _exit(9) }) == 1)
      }
      Glibc.exit(0)
    }
  }

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
