/// Options for a folder of schemas, in a file beside them.
///
/// Each line holds arguments as on the command line; `#` begins a comment; quotation marks keep
/// blanks inside an argument. Executables and folders are relative to the folder of the file.
enum OptionsFile {
  /// The options allowed in such a file: they control what is generated, but not the inputs or the
  /// output.
  static let options: Set<String> = [
    "--access", "--include", "--exclude", "--union", "--identifier", "--transformer",
    "--date-transformer", "--type-prefix", "--indent",
    "--lenient", "--overlay", "--allow-references", "--plugin", "--plugin-time-limit",
  ]

  static func words(in bytes: [UInt8], path: String) throws(UsageError) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(path): the file is not UTF-8")
    }
    var words: [String] = []
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let lineWords = OptionWords.words(inLine: line) else {
        throw UsageError("\(path):\(place + 1): a quotation mark is missing")
      }
      if let last = lineWords.last, OptionWords.pathOptions.contains(last) {
        throw UsageError("\(path):\(place + 1): \(last) needs a value")
      }
      words += OptionWords.replacingPaths(in: lineWords) { _, value in
        value.isEmpty ? value : Path.joined(Path.folder(of: path), value)
      }
    }
    return words
  }
}
