import HTTPTypes
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
  var headers = HTTPFields()
  var contentType = "application/json"
  var body: Body
  /// The memory that it takes, as far as that is counted.
  var hold: AnswerHold?

  /// How many bytes it takes until the client has it all, roughly.
  var memorySize: Int {
    switch body {
    case .bytes(let bytes): bytes.count
    // A file is read piece by piece; some are on their way.
    case .file(_, let size): min(size, 192 << 10)
    }
  }

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
      answer.headers[.retryAfter] = String((milliseconds + 999) / 1000)
    }
    return answer
  }
}

extension WaitQueue.Place where Key == UserID? {
  /// The answer that the memory was for.
  func answer(_ bytes: [UInt8]) -> Answer {
    settle(bytes.count)
    var answer = Answer.json(bytes)
    answer.hold = self
    return answer
  }
}
