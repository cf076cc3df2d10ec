import Controllers
import Signals

/// Completes the last path of a line.
nonisolated struct PathFinder: Sendable {
  let files: any FileController

  /// Lines whose last path is completed, with the size of each file.
  func suggestions(_ line: String) -> Signal<[PromptSuggestion], Never> {
    guard let word = PathWords.words(of: line).last, !endsWithBlank(line) else { return .just([]) }
    let before = line[..<word.start]
    return files.paths(completing: word.text).map { paths in
      paths.map { path in
        PromptSuggestion(
          nameText: path.byteCount.map(FileText.bytes) ?? "folder",
          answerText: before + PathWords.quoted(path.path))
      }
    }
  }

  private func endsWithBlank(_ line: String) -> Bool {
    guard let last = line.last, last.isWhitespace else { return false }
    return line.dropLast().last != "\\"
  }
}
