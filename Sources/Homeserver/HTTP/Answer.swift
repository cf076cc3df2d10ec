import ModelKit
import NIOCore

/// What a handler answers.
struct Answer: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// A file that is sent piece by piece.
    case file(path: String, size: Int)
  }

  var status = 200
  var headers: [(name: String, value: String)] = []
  var contentType = "application/json"
  var body: Body

  /// JSON text.
  static func json(_ bytes: [UInt8]) -> Answer { Answer(body: .bytes(bytes)) }

  /// A raw model.
  static func json(_ value: some JSONEncodable) -> Answer { .json(value.encoded()) }

  /// `{}`.
  static let empty = Answer.json(Array("{}".utf8))

  /// A refusal.
  static func error(_ error: MatrixError) -> Answer {
    var answer = Answer.json(error.body)
    answer.status = error.status
    if let milliseconds = error.retryAfter {
      answer.headers.append(("Retry-After", String((milliseconds + 999) / 1000)))
    }
    return answer
  }
}
