import HTTPTypes
import ModelKit
import NIOCore

/// What a handler answers.
struct Response: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// A file that is sent piece by piece.
    case file(path: String, size: Int)
  }

  var status = 200
  var headers = HTTPFields()
  var contentType = "application/json"
  var body: Body
  /// The memory that it takes, as far as that is counted.
  var hold: ResponseHold?

  /// How many bytes it takes until the client has it all, roughly.
  var memorySize: Int {
    switch body {
    case .bytes(let bytes): bytes.count
    // A file is read piece by piece; some are on their way.
    case .file(_, let size): min(size, 192 << 10)
    }
  }

  /// JSON text.
  static func json(_ bytes: [UInt8]) -> Response { Response(body: .bytes(bytes)) }

  /// A raw model.
  static func json(_ value: some JSONEncodable) -> Response { .json(value.encoded()) }

  /// `{}`.
  static let empty = Response.json(Array("{}".utf8))

  /// A refusal.
  static func error(_ error: MatrixError) -> Response {
    var response = Response.json(error.body)
    response.status = error.status
    if let milliseconds = error.retryAfter {
      response.headers[.retryAfter] = String((milliseconds + 999) / 1000)
    }
    return response
  }
}

extension WaitQueue.Place where Key == UserID? {
  /// The answer that the memory was for.
  func response(_ bytes: [UInt8]) -> Response {
    settle(bytes.count)
    var response = Response.json(bytes)
    response.hold = self
    return response
  }
}
