/// A location in a schema file; lines and columns count from 1, columns in UTF-8 bytes.
package struct SourceLocation: Hashable, Sendable, Codable {
  /// The path as given on the command line, or relative to the folder given there.
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}
