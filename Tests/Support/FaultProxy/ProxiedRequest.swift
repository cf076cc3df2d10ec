/// A request that came to the proxy, and what became of it.
package struct ProxiedRequest: Sendable {
  /// Counts the requests of a proxy from zero on.
  package let number: Int
  package let method: String
  /// The path as it stood in the request line, without the query.
  package let path: String
  /// What followed the first question mark, or nothing.
  package let query: String
  /// When its head had come, since the proxy's start.
  package let time: Duration
  /// The place of the rule that it suffered, if any.
  package internal(set) var rule: Int?
  /// The status of the answer as the server, or the proxy in its place, gave it; nil before.
  package internal(set) var status: Int?
  /// The status of the server's answer to the request's double.
  package internal(set) var secondStatus: Int?
  /// Whether the client was given the whole answer.
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
