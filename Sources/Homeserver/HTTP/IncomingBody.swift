import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import Synchronization

/// The body of a request, read from a connection.
final class IncomingBody: Sendable {
  /// A mistake in a handler; the server logs it.
  struct ReadTwice: Error {}

  private enum Progress {
    case untouched, reading, complete
  }

  private let request: HummingbirdCore.Request
  private let number: Int
  private let connection: Connection
  private let progress = Mutex(Progress.untouched)

  /// - Parameter number: The number of the request on its connection, from 1.
  init(_ request: HummingbirdCore.Request, number: Int, connection: Connection) {
    self.request = request
    self.number = number
    self.connection = connection
  }

  var body: RequestBody {
    RequestBody(declaredLength: declaredLength) { [self] limit, take in
      try await read(limit: limit, take)
    }
  }

  private var declaredLength: Int? {
    guard request.headers[.transferEncoding] == nil else { return nil }
    return request.headers[.contentLength].map { Int($0) ?? .max } ?? 0
  }

  /// Whether the rest of the body is small enough to read and drop.
  func canBeDrained(_ limit: Int) -> Bool {
    switch progress.withLock(\.self) {
    case .complete: true
    // A handler that stopped reading had a reason: the body was too long.
    case .reading: false
    case .untouched: connection.isComplete(number) || (declaredLength ?? .max) <= limit
    }
  }

  private func read(limit: Int, _ take: RequestBody.Consumer) async throws {
    let isFirst = progress.withLock { progress in
      defer { progress = .reading }
      return progress == .untouched
    }
    guard isFirst else { throw ReadTwice() }
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw MatrixError(415, "M_UNKNOWN", "bodies must not have a content encoding")
    }
    if let declaredLength, declaredLength > limit { throw RequestBody.excess(limit) }
    sendContinue()
    var size = 0
    do {
      for try await piece in request.body {
        size += piece.readableBytes
        guard size <= limit else { throw RequestBody.excess(limit) }
        try await take(piece)
      }
    } catch is HTTPParserError {
      throw MatrixError(400, "M_UNKNOWN", "the body is malformed")
    }
    // The stream ends without an error when the connection does.
    guard connection.isComplete(number) else {
      throw MatrixError(400, "M_UNKNOWN", "the body is incomplete")
    }
    progress.withLock { $0 = .complete }
  }

  /// Sends `100 Continue` to a client that expects it.
  private func sendContinue() {
    guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
    connection.channel.triggerUserOutboundEvent(ConnectionGuard.Continue(), promise: nil)
  }
}
