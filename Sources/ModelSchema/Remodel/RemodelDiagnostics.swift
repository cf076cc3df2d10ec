/// Collects the diagnostics of one file, up to a limit.
struct RemodelDiagnostics {
  /// After this many errors the rest of the file is skipped.
  static let maximumCount = 100

  let file: SourceFile
  private(set) var all: [Diagnostic] = []
  private var places: Set<Place> = []

  private struct Place: Hashable {
    var code: DiagnosticCode
    var offset: Int
  }

  init(file: SourceFile) {
    self.file = file
  }

  var isFull: Bool { all.count >= Self.maximumCount }

  /// In the order of the file.
  var sorted: [Diagnostic] {
    all.enumerated().sorted { left, right in
      (left.element.location.line, left.element.location.column, left.offset)
        < (right.element.location.line, right.element.location.column, right.offset)
    }.map(\.element)
  }

  func location(_ offset: Int) -> SourceLocation { file.location(at: offset) }

  /// Adds a diagnostic; only the first of each kind is kept per location.
  mutating func report(
    _ code: DiagnosticCode, _ message: String, mend: String? = nil, at offset: Int,
    severity: Diagnostic.Severity = .error
  ) {
    guard !isFull, places.insert(Place(code: code, offset: offset)).inserted else { return }
    all.append(
      Diagnostic(code, message, mend: mend, at: location(offset), severity: severity))
  }

  mutating func append(_ diagnostic: Diagnostic) {
    guard !isFull else { return }
    all.append(diagnostic)
  }
}
