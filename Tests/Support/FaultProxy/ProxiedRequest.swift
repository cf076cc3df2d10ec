/// A request that the proxy received, and its outcome.
package struct ProxiedRequest: Sendable {
  /// The number of the request, counted from zero.
  package let number: Int
  package let method: String
  /// The path as sent in the request line, without the query.
  package let path: String
  /// The text after the first question mark, or empty.
  package let query: String
  /// When its head was complete, relative to the proxy's start.
  package let time: Duration
  /// The index of the rule that affected the request, if any.
  package internal(set) var rule: Int?
  /// The status of the response from the server or the proxy; nil before that.
  package internal(set) var status: Int?
  /// The status of the server's response to the duplicate of the request.
  package internal(set) var secondStatus: Int?
  /// Whether the client was sent the whole response.
  package internal(set) var isAnswered = false

  init(number: Int, method: String, target: String, time: Duration) {
    self.number = number
    self.method = method
    self.time = time
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    query = parts.count > 1 ? String(parts[1]) : ""
  }
}
