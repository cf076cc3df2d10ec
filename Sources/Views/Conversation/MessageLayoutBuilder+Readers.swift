import Terminal
import ViewModels

extension MessageLayoutBuilder {
  /// Adds who else has read up to here: dim, at the end of the last line if it fits.
  mutating func addReaders() {
    guard !content.readersText.isEmpty else { return }
    append(SafeText.line(content.readersText, columns: columns.bodyWidth), .dim)
  }
}
