package import ModelKit

/// A response without its unreadable parts, and the list of those parts.
package struct LenientResponse<Value: JSONDecodable & Sendable>: Sendable {
  /// The readable part of the response.
  package let value: Value
  /// The unreadable parts, with their paths.
  package let issues: JSONIssues

  /// Combines a value with the issues found while reading it.
  package init(_ value: Value, issues: JSONIssues = JSONIssues()) {
    self.value = value
    self.issues = issues
  }

  /// Reads the body of a response; throws `JSONError` when the document as a whole is unreadable.
  package init(_ body: [UInt8]) throws(JSONError) {
    var issues = JSONIssues()
    value = try Value.decode(body, issues: &issues)
    self.issues = issues
  }
}

extension Endpoint {
  /// Makes an endpoint whose response is a JSON document; an invalid part costs only itself.
  package init<Value>(
    _ operation: Operation, path: [String], query: [(name: String, value: String)] = [],
    waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30)
  ) where Response == LenientResponse<Value> {
    self.init(
      operation, path: path, query: query, waitsWhenLimited: waitsWhenLimited, timeout: timeout
    ) { response in
      try LenientResponse(response.body)
    }
  }
}
