/// Collects diagnostics without duplicates.
final class DiagnosticSink {
  /// The most diagnostics of one run.
  private static let maximumCount = 1000
  private var isFull = false
  private var seen: Set<Diagnostic> = []
  private(set) var diagnostics: [Diagnostic] = []

  func add(_ diagnostic: Diagnostic) {
    let limit = diagnostic.severity == .error ? 2 * Self.maximumCount : Self.maximumCount
    guard seen.insert(diagnostic).inserted else { return }
    guard diagnostics.count < limit else {
      guard !isFull else { return }
      isFull = true
      var last = diagnostic
      last.message += " (too many errors; the rest is omitted)"
      diagnostics.append(last)
      return
    }
    diagnostics.append(diagnostic)
  }

  /// All diagnostics, sorted by file, line and column.
  var sorted: [Diagnostic] {
    diagnostics.sorted { left, right in
      (left.location.file, left.location.line, left.location.column, left.message)
        < (right.location.file, right.location.line, right.location.column, right.message)
    }
  }
}
