/// A message about a schema: what is wrong, where, and how to fix it.
package struct Diagnostic: Hashable, Sendable, Error {
  package enum Severity: String, Hashable, Sendable, Codable {
    case warning
    case error
  }

  package var severity: Severity
  /// The code for `--explain CODE`: words joined by hyphens, for example `unknown-type`.
  package var code: DiagnosticCode
  package var message: String
  /// The suggested fix, as an imperative sentence; nil if the message already implies it.
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
