import CCurl
import Glibc

/// How a libcurl request failed.
struct CurlFailure {
  let code: CURLcode
  let text: String
  /// The `errno` of the connection attempt, or 0.
  var systemError: CInt = 0
  /// Whether a connection was made and the request was sent.
  var isSent = false
  /// Whether a byte of a response arrived.
  var hasResponse = false
  /// Whether the server is on this machine.
  var isLoopback = false
}

extension TransportError {
  init(_ failure: CurlFailure) {
    if failure.code == CURLE_OPERATION_TIMEDOUT {
      self = .timedOut
    } else if !failure.isSent {
      self = .unreachable(Self.cause(failure))
    } else if Self.isNonsense(failure.code) {
      self = .malformed("the response is not HTTP")
    } else {
      self = .connectionLost("the connection ended", beforeResponse: !failure.hasResponse)
    }
  }

  private static func isNonsense(_ code: CURLcode) -> Bool {
    // The last two mean that a line of the head is too long: the first in versions before 8.6,
    // whose headers lack the second.
    [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY, CURLcode(100)]
      .contains(code)
  }

  /// A short text for the most frequent causes, and libcurl's own text for the rest.
  private static func cause(_ failure: CurlFailure) -> String {
    switch failure.code {
    case CURLE_COULDNT_RESOLVE_HOST: "unknown host"
    case CURLE_COULDNT_RESOLVE_PROXY: "unknown proxy"
    case CURLE_PEER_FAILED_VERIFICATION where failure.text.contains("expired"):
      "the certificate has expired"
    case CURLE_PEER_FAILED_VERIFICATION where failure.text.contains("subject name"):
      "the certificate is for another server"
    case CURLE_PEER_FAILED_VERIFICATION: "the certificate is not trusted"
    case CURLE_SSL_CONNECT_ERROR where isPlain(failure.text): withoutTLS(failure)
    case CURLE_COULDNT_CONNECT where failure.systemError != 0:
      String(cString: strerror(failure.systemError)).lowercased()
    default: String(failure.text.prefix(200))
    }
  }

  /// Whether what came in place of TLS was something else, by the words of OpenSSL in several versions and
  /// those of GnuTLS.
  private static func isPlain(_ text: String) -> Bool {
    ["wrong version number", "packet length too long", "http request", "unexpected TLS packet"]
      .contains { text.contains($0) }
  }

  /// Only on this machine does a password stay where it is without TLS.
  private static func withoutTLS(_ failure: CurlFailure) -> String {
    "it does not speak TLS at that port"
      + (failure.isLoopback ? "; if that is right, begin the address with http://" : "")
  }
}
