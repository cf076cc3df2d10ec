/// The changes to an output folder, computed before anything is written.
struct OutputChanges: Hashable {
  enum State: String, Hashable {
    case new
    case changed
    case unchanged
  }

  struct Write: Hashable {
    var file: OutputFile
    var state: State
  }

  var writes: [Write] = []
  /// Files of earlier runs whose schemas were deleted, relative to the folder.
  var removals: [String] = []

  /// Describes the changes, one line per file.
  func report(folder: String) -> String {
    var lines = writes.map { write in
      let verb =
        switch write.state {
        case .new: "would write "
        case .changed: "would change"
        case .unchanged: "is unchanged"
        }
      return "\(verb) \(Path.joined(folder, write.file.path))"
    }
    lines += removals.map { "would remove \(Path.joined(folder, $0))" }
    return lines.map { DiagnosticPrinter.printable($0) + "\n" }.joined()
  }
}
