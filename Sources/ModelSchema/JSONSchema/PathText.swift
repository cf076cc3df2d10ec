/// Textual operations on paths, without file system access.
enum PathText {
  /// The path up to and including its last slash.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  /// The path without `.`, `..` and double slashes; leading `..` that cannot be resolved stay.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    return path.hasPrefix("/") ? "/" + text : text
  }

  /// Whether a normalised path lies in a folder; `""` is the folder that relative paths start from.
  static func lies(_ path: String, in folder: String) -> Bool {
    let folder = normalized(folder)
    if folder.isEmpty { return !path.hasPrefix("/") && path != ".." && !path.hasPrefix("../") }
    return path.hasPrefix(folder == "/" ? folder : folder + "/")
      && !path.dropFirst(folder.count).split(separator: "/").contains("..")
  }

  /// The text with `%XX` decoded; unchanged if the result is not UTF-8.
  static func percentDecoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        result.append(UInt8(high << 4 | low))
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return UTF8Check.firstInvalidOffset(in: result) == nil
      ? String(decoding: result, as: UTF8.self) : text
  }
}
