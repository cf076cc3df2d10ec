/// Operations on file names as text.
enum Path {
  /// The part before the last slash; `.` if there is none.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The part after the last slash.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The part after the last dot of the name; empty if there is none except at the beginning.
  static func kind(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return ""
    }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// The name up to its first dot.
  static func stem(of path: String) -> String { String(name(of: path).prefix { $0 != "." }) }

  static func joined(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." || name.utf8.first == UInt8(ascii: "/") { return name }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The path without `.` and empty parts, and with each `..` resolved if a part precedes it.
  static func normalized(_ path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    return isAbsolute ? "/" + text : text.isEmpty ? "." : text
  }

  /// A path relative to a folder; both are absolute and normalized.
  static func relative(_ path: String, to folder: String) -> String {
    let parts = path.split(separator: "/")
    let folderParts = folder.split(separator: "/")
    // Compares bytes, because the system distinguishes canonically equivalent names.
    let shared = zip(parts, folderParts).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let up = Array(repeating: Substring(".."), count: folderParts.count - shared)
    let text = (up + parts.dropFirst(shared)).joined(separator: "/")
    return text.isEmpty ? "." : text
  }

  /// Whether a relative path leads out of its starting folder.
  static func isOutside(_ path: String) -> Bool {
    path == ".." || path.utf8.starts(with: "../".utf8)
  }
}
