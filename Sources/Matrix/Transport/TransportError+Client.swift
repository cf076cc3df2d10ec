import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

extension TransportError {
  /// What an error of the client means; `hasHead` when the answer had begun.
  init(_ error: any Error, hasHead: Bool) {
    switch error {
    case is CancellationError:
      self = .cancelled
    case let error as HTTPClientError:
      self.init(client: error, hasHead: hasHead)
    case ChannelError.connectTimeout:
      self = .timedOut
    case is ChannelError:
      self = .connectionLost("the connection ended", beforeAnswer: !hasHead)
    case let error as IOError where Self.isLoss(error.errnoCode):
      self = .connectionLost("the connection ended", beforeAnswer: !hasHead)
    case NIOHTTPDecompression.DecompressionError.limit:
      self = .tooLarge
    case is NIOHTTPDecompression.DecompressionError,
      is NIOHTTPDecompression.ExtraDecompressionError:
      self = .malformed("the compressed body is damaged")
    case HTTPParserError.invalidEOFState:
      self = .connectionLost("the connection ended", beforeAnswer: !hasHead)
    case is HTTPParserError:
      self = .malformed("the answer is no HTTP")
    default:
      let cause = Self.cause(error)
      self = hasHead ? .connectionLost(cause, beforeAnswer: false) : .unreachable(cause)
    }
  }

  private init(client error: HTTPClientError, hasHead: Bool) {
    switch error {
    case .cancelled, .alreadyShutdown:
      self = .cancelled
    case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      self = .timedOut
    case .remoteConnectionClosed, .uncleanShutdown, .requestStreamCancelled:
      self = .connectionLost("the connection ended", beforeAnswer: !hasHead)
    default:
      self = .malformed(error.shortDescription)
    }
  }

  private static func isLoss(_ code: CInt) -> Bool {
    [ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN].contains(code)
  }

  /// A short text for what has no type that could be named here: connecting, name look-up, TLS.
  private static func cause(_ error: any Error) -> String {
    let text = String(describing: error)
    if text.contains("CERTIFICATE_VERIFY_FAILED") { return "the certificate is not trusted" }
    if text.contains("failedToValidateHostname") {
      return "the certificate is for another server"
    }
    if text.contains("efused") { return "connection refused" }
    if text.contains("SocketAddressError") || text.contains("unknown(host") {
      return "unknown host"
    }
    if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
    return String(text.prefix(200))
  }
}
