/// One thing that goes wrong with a request or its answer.
package enum Fault: Sendable {
  /// The half of an exchange that suffers.
  package enum Part: String, Sendable {
    case request, answer
  }

  /// A point in an answer.
  package enum Place: Sendable, Equatable {
    /// After so many bytes of the head, as the client sees them; 0 is before the first byte.
    case head(Int)
    /// After the head and so many bytes of the body, not counting what frames chunks.
    case body(Int)
  }

  /// Waits before the request goes on to the server, or before its answer goes on to the client.
  ///
  /// A delayed request reaches the server even when its client has gone meanwhile.
  case delay(Duration, of: Part)
  /// Lets so many bytes a second pass: of the request's body, or of the whole answer.
  case slow(bytesPerSecond: Int, of: Part)
  /// Ends the connection in good order at a place in the answer.
  case cut(at: Place)
  /// Resets the connection (RST) at a place in the answer.
  case reset(at: Place)
  /// Answers by itself; the server never hears of the request.
  case answer(OwnAnswer)
  /// Changes the body of the server's answer, of 16 MiB at most.
  case rewrite(@Sendable ([UInt8]) -> [UInt8])
  /// Lets the server act and takes its whole answer, of which the client gets nothing but the end
  /// of the connection.
  case loseAnswer
  /// Sends the request to the server twice at the same time, on two connections; the client gets
  /// the answer to the first. Requests of more than 16 MiB are sent once.
  case sendTwice
  /// Holds the request until the next one that the rule fits was answered, or for so long at most.
  case hold(atMost: Duration)

  /// What the counters call it.
  package enum Kind: String, Sendable, CaseIterable {
    case delay, slow, cut, reset, answer, rewrite, loseAnswer, sendTwice, hold
  }

  var kind: Kind {
    switch self {
    case .delay: .delay
    case .slow: .slow
    case .cut: .cut
    case .reset: .reset
    case .answer: .answer
    case .rewrite: .rewrite
    case .loseAnswer: .loseAnswer
    case .sendTwice: .sendTwice
    case .hold: .hold
    }
  }
}

/// An answer that no server gave.
package struct OwnAnswer: Sendable, Equatable {
  package var status: Int
  package var headers: [String: String]
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: String = "") {
    self.status = status
    self.headers = headers
    self.body = Array(body.utf8)
  }
}
