/// The arguments in a line of an options file.
///
/// The build plugin has a copy of this file, because it reads options files too and can depend on no
/// library; a test compares the two.
enum OptionWords {
  /// Options whose value is a path relative to the folder of the file.
  static let pathOptions = ["--plugin", "--allow-references", "--overlay"]

  /// The arguments in a line; nil if a quotation mark is missing.
  ///
  /// `#` begins a comment where an argument could begin; quotation marks keep blanks inside an
  /// argument.
  static func words(inLine line: Substring) -> [String]? {
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
    return isQuoted ? nil : words + (word.map { [$0] } ?? [])
  }

  /// The arguments with the values of path options replaced, also those after an equals sign.
  static func replacingPaths(
    in words: [String], _ replacement: (_ option: String, _ path: String) -> String
  ) -> [String] {
    var result = words
    for (place, word) in words.enumerated() {
      for option in pathOptions {
        if word == option, place + 1 < words.count {
          result[place + 1] = replacement(option, words[place + 1])
        } else if word.hasPrefix(option + "=") {
          let path = String(word.dropFirst(option.count + 1))
          result[place] = option + "=" + replacement(option, path)
        }
      }
    }
    return result
  }
}
