import Controllers
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

  /// Reads a body; throws `JSONError` when the document as a whole is unreadable.
  package init(_ body: [UInt8]) throws(JSONError) {
    try self.init(JSONDocument(body))
  }

  /// Reads a document; throws `JSONError` when it is unreadable as a whole.
  package init(_ document: JSONDocument) throws(JSONError) {
    var issues = JSONIssues()
    value = try Value.decode(document, issues: &issues)
    self.issues = issues
  }

  /// Reads the body of a response, in memory or in a file.
  ///
  /// Throws as the others do, and `RequestError` when the file cannot be read.
  init(_ response: HTTPResponse, for operation: RequestError.Operation) throws {
    guard let file = response.file else {
      try self.init(response.body)
      return
    }
    guard let document = try file.document() else {
      throw RequestError(operation: operation, reason: .storage("a large response is unreadable"))
    }
    try self.init(document)
  }
}

extension Endpoint {
  /// Makes an endpoint whose response is a JSON document; an invalid part costs only itself.
  package init<Value>(
    _ operation: Operation, path: [String], query: [(name: String, value: String)] = [],
    waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30), isLarge: Bool = false
  ) where Response == LenientResponse<Value> {
    self.init(
      operation, path: path, query: query, waitsWhenLimited: waitsWhenLimited, timeout: timeout
    ) { response in
      try LenientResponse(response, for: operation)
    }
    if isLarge { maxBodyBytes = HTTPRequest.largestBodyOnDisk }
  }
}
