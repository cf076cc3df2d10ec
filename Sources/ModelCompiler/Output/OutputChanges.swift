/// What writing the outputs would change in a folder, worked out before anything is touched.
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
  /// Files of earlier runs whose schemas are gone, relative to the folder.
  var removals: [String] = []

  /// Says what would happen, a line a file.
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
