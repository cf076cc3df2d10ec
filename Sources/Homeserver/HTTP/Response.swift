import HTTPTypes
import ModelKit
import NIOCore

/// The response of a handler.
struct Response: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// A number of bytes of a file from a place on, sent piece by piece.
    case file(path: String, size: Int, from: Int = 0)
  }

  var status = 200
  var headers = HTTPFields()
  var contentType = "application/json"
  var body: Body
  /// The memory reserved for it, if any.
  var hold: ResponseHold?

  /// The approximate memory that it takes until the client has it all, in bytes.
  var memorySize: Int {
    switch body {
    case .bytes(let bytes): bytes.count
    // Only the pieces on their way to the client take memory.
    case .file(_, let size, _): min(size, 192 << 10)
    }
  }

  static func json(_ bytes: [UInt8]) -> Response { Response(body: .bytes(bytes)) }

  static func json(_ value: some JSONEncodable) -> Response { .json(value.encoded()) }

  /// `{}`.
  static let empty = Response.json(Array("{}".utf8))

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
  /// The response that the memory was reserved for.
  func response(_ bytes: [UInt8]) -> Response {
    settle(bytes.count)
    var response = Response.json(bytes)
    response.hold = self
    return response
  }
}
