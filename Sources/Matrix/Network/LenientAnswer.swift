package import ModelKit

/// An answer in which what could not be read was left out, and what that was.
package struct LenientAnswer<Value: JSONDecodable & Sendable>: Sendable {
  package let value: Value
  /// What was left out, with its paths.
  package let issues: JSONIssues

  package init(_ value: Value, issues: JSONIssues = JSONIssues()) {
    self.value = value
    self.issues = issues
  }

  /// Reads the body of an answer.
  package init(_ body: [UInt8]) throws(JSONError) {
    var issues = JSONIssues()
    value = try Value.decode(body, issues: &issues)
    self.issues = issues
  }
}

extension Endpoint {
  /// An endpoint whose answer is a JSON document, of which a bad part costs only itself.
  package init<Value>(
    _ operation: Operation, path: [String], query: [(name: String, value: String)] = [],
    waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30)
  ) where Answer == LenientAnswer<Value> {
    self.init(
      operation, path: path, query: query, waitsWhenLimited: waitsWhenLimited, timeout: timeout
    ) { response in
      try LenientAnswer(response.body)
    }
  }
}
