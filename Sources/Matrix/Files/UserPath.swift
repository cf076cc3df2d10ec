import Glibc

/// Paths as a user writes them.
enum UserPath {
  /// A path with the home folder in place of `~`.
  static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  /// A folder without the slashes at its end.
  static func folder(_ path: String) -> String {
    let rest = path.reversed().drop { $0 == "/" }
    return rest.isEmpty ? path : String(path[..<rest.startIndex.base])
  }

  static var home: String? {
    guard let home = getenv("HOME") else { return nil }
    let text = String(cString: home)
    return text.hasPrefix("/") ? text : nil
  }

  /// The folder and the last part of a path.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// The status of what is at a path; nil when there is nothing.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  static func isFolder(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }
}
