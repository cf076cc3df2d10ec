/// Options that belong to a folder of schemas, in a file beside them.
///
/// Each line holds words as on the command line; `#` begins a comment; quotation marks hold words
/// together. An executable of a plugin is named relative to the folder of the file.
enum OptionsFile {
  static func words(in bytes: [UInt8], path: String) throws(UsageError) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(path): the file is not UTF-8")
    }
    var words: [String] = []
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      do {
        let first = words.count
        words += try self.words(inLine: line)
        try resolvePlugins(in: &words, from: first, folder: Path.folder(of: path))
      } catch {
        throw UsageError("\(path):\(place + 1): \(error.message)")
      }
    }
    return words
  }

  private static func words(inLine line: Substring) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case "#" where !isQuoted && word == nil: return words
      case " ", "\t", "\r":
        guard !isQuoted else {
          word?.unicodeScalars.append(scalar)
          continue
        }
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(scalar)
      }
    }
    guard !isQuoted else { throw UsageError("a quotation mark is missing") }
    return words + (word.map { [$0] } ?? [])
  }

  /// Makes a relative executable one that can be found from elsewhere.
  private static func resolvePlugins(
    in words: inout [String], from first: Int, folder: String
  ) throws(UsageError) {
    for place in words.indices where place >= first && words[place] == "--plugin" {
      guard place + 1 < words.count else { throw UsageError("--plugin needs a value") }
      words[place + 1] = Path.joined(folder, words[place + 1])
    }
  }
}
