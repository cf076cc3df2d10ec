/// Options that belong to a folder of schemas, in a file beside them.
///
/// Each line holds words as on the command line; `#` begins a comment; quotation marks hold words
/// together. Executables and folders are named relative to the folder of the file.
enum OptionsFile {
  /// What such a file may say: what is generated, but not what is compiled and where it goes.
  static let options: Set<String> = [
    "--access", "--include", "--exclude", "--union", "--identifier", "--allow-references",
    "--plugin", "--plugin-time-limit",
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
