/// A name for a file on this machine, made of one that a stranger chose.
///
/// It stays in its folder, is not hidden, is no option of a program, shows its true ending and fits into any
/// file system.
package struct SafeFileName: Hashable, Sendable {
  /// The longest name in bytes: file systems take 255, and numbers are added.
  package static let mostBytes = 200
  /// The longest ending that a cut name keeps, in bytes.
  private static let mostEnding = 20

  /// The name, which is never empty.
  package let text: String

  /// Makes a name of the last part of a path.
  package init(_ given: String) {
    let last = given.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? [][...]
    var name = String.UnicodeScalarView()
    for scalar in last.prefix(Self.mostBytes * 4) {
      if scalar.properties.isWhitespace {
        if name.last != " " { name.append(" ") }
      } else if Self.isVisible(scalar) {
        name.append(scalar)
      }
    }
    var text = String(name)
    while let end = text.unicodeScalars.last, end == " " || end == "." {
      text.unicodeScalars.removeLast()
    }
    while text.unicodeScalars.first == " " { text.unicodeScalars.removeFirst() }
    // A hidden file, an option, somebody's home folder.
    if let first = text.unicodeScalars.first, ".-~".unicodeScalars.contains(first) {
      text.unicodeScalars.replaceSubrange(...text.startIndex, with: ["_"])
    }
    self.text = text.isEmpty ? "file" : Self.cut(text, to: Self.mostBytes)
  }

  /// A name with a number before its ending: "cat (2).png".
  package static func numbered(_ name: String, _ number: Int) -> String {
    let (stem, ending) = parts(of: name)
    return "\(stem) (\(number))\(ending)"
  }

  /// What follows the last dot, in lower case; empty for a name without an ending.
  package var ending: String { String(Self.parts(of: text).ending.dropFirst()).lowercased() }

  /// Whether a scalar can be seen, and changes nothing around it.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  private static func parts(of name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name[dot...].utf8.count <= mostEnding
    else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  private static func cut(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    let (stem, ending) = parts(of: name)
    var kept = stem.unicodeScalars
    while kept.reduce(0, { $0 + UTF8.width($1) }) > limit - ending.utf8.count {
      kept.removeLast()
    }
    return String(kept) + ending
  }
}

extension SafeFileName {
  /// The endings of files that run when they are opened, here or on another system.
  private static let programs: Set<String> = [
    "appimage", "bash", "bat", "bin", "cmd", "com", "command", "cpl", "csh", "deb", "desktop",
    "exe",
    "fish", "flatpakref", "hta", "jar", "jnlp", "js", "jse", "ksh", "lnk", "lua", "msi", "out",
    "php",
    "pif", "pl", "ps1", "py", "pyc", "pyw", "rb", "rpm", "run", "scr", "sh", "service", "snap",
    "tcl",
    "url", "vbe", "vbs", "wsf", "wsh", "zsh",
  ]

  /// The endings of files that a browser shows: from the disk, their scripts may read other files there.
  private static let pages: Set<String> = [
    "htm", "html", "maff", "mht", "mhtml", "shtml", "svg", "svgz", "webarchive", "xht", "xhtml",
    "xml", "xsl", "xslt",
  ]

  /// Whether opening the file would run it or scripts in it, to judge by its name.
  package var runsWhenOpened: Bool {
    Self.programs.contains(ending) || Self.pages.contains(ending)
  }
}
