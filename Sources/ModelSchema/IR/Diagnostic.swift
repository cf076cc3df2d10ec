/// Something to say about a schema: what is wrong, where, and how to mend it.
package struct Diagnostic: Hashable, Sendable, Error {
  package enum Severity: String, Hashable, Sendable, Codable {
    case warning
    case error
  }

  package var severity: Severity
  /// What stands in for the text in `--explain CODE`: a word with dashes, for example `unknown-type`.
  package var code: DiagnosticCode
  package var message: String
  /// What to do about it, as an imperative sentence; nil when the message says so already.
  package var mend: String?
  package var location: SourceLocation

  package init(
    _ code: DiagnosticCode, _ message: String, mend: String? = nil, at location: SourceLocation,
    severity: Severity = .error
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.mend = mend
    self.location = location
  }
}
