/// A fault in a request or its response.
package enum Fault: Sendable {
  /// The affected half of an exchange.
  package enum Part: String, Sendable {
    case request, response
  }

  /// A position in a response.
  package enum Place: Sendable, Equatable {
    /// After this many bytes of the head, as the client sees them; 0 is before the first byte.
    case head(Int)
    /// After the head and this many bytes of the body, not counting chunk framing.
    case body(Int)
  }

  /// Delays the request on its way to the server, or the response on its way to the client.
  ///
  /// A delayed request reaches the server even if its client disconnects meanwhile.
  case delay(Duration, of: Part)
  /// Limits the bytes per second of the request's body, or of the whole response.
  case slow(bytesPerSecond: Int, of: Part)
  /// Closes the connection cleanly at a place in the response.
  case cut(at: Place)
  /// Resets the connection (RST) at a place in the response.
  case reset(at: Place)
  /// Sends a canned response; the server never sees the request.
  case answer(OwnResponse)
  /// Changes the body of the server's response, up to 16 MiB.
  case rewrite(@Sendable ([UInt8]) -> [UInt8])
  /// Changes the body of the request, up to 16 MiB, for the server; a longer one closes the connection.
  case rewriteRequest(@Sendable ([UInt8]) -> [UInt8])
  /// Lets the server act and reads its whole response, but only closes the client's connection.
  case loseResponse
  /// Sends the request to the server twice at the same time, on two connections; the client gets
  /// the response to the first. Requests of more than 16 MiB are sent once.
  case sendTwice
  /// Holds the request until the next matching request has its response, or the time limit passes.
  case hold(atMost: Duration)

  /// The name of the fault in the counters.
  package enum Kind: String, Sendable, CaseIterable {
    case delay, slow, cut, reset, answer, rewrite, rewriteRequest, loseResponse, sendTwice, hold
  }

  var kind: Kind {
    switch self {
    case .delay: .delay
    case .slow: .slow
    case .cut: .cut
    case .reset: .reset
    case .answer: .answer
    case .rewrite: .rewrite
    case .rewriteRequest: .rewriteRequest
    case .loseResponse: .loseResponse
    case .sendTwice: .sendTwice
    case .hold: .hold
    }
  }
}

/// A canned response.
package struct OwnResponse: Sendable, Equatable {
  package var status: Int
  package var headers: [String: String]
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: String = "") {
    self.status = status
    self.headers = headers
    self.body = Array(body.utf8)
  }
}
