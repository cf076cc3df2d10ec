/// A place in a schema file; lines and columns count from 1, columns in bytes of UTF-8.
package struct SourceLocation: Hashable, Sendable, Codable {
  /// The file as it was named on the command line, or relative to the folder named there.
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}
