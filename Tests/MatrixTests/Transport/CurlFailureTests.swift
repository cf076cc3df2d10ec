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
    "a port without TLS is told in plain words; http is advised on this machine alone",
    arguments: [
      "TLS connect error: error:0A00010B:SSL routines::wrong version number",
      "error:0A0000C6:SSL routines::packet length too long",
      "gnutls_handshake() failed: An unexpected TLS packet was received.",
    ])
  func withoutTLS(text: String) {
    var failure = CurlFailure(code: CURLE_SSL_CONNECT_ERROR, text: text)
    let words = "it does not speak TLS at that port"
    #expect(TransportError(failure) == .unreachable(words))
    failure.isLoopback = true
    #expect(
      TransportError(failure)
        == .unreachable("\(words); if that is right, begin the address with http://"))
    failure = CurlFailure(code: CURLE_SSL_CONNECT_ERROR, text: "handshake failure")
    #expect(TransportError(failure) == .unreachable("handshake failure"))
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
