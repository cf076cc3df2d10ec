import Glibc

/// The folder in which a desktop keeps downloads.
///
/// Source: the file `user-dirs.dirs` of xdg-user-dirs, whose values are absolute or begin with `$HOME`.
enum DownloadFolder {
  private static let mostBytes = 64 << 10

  /// Its path, with `~` for the home folder; `~/Downloads` where the desktop names none.
  static func path(home: String?, configuration: String?) -> String {
    guard let home else { return "/tmp" }
    let lines = configuration?.split(separator: "\n") ?? []
    let named = lines.compactMap { value(in: $0, home: home) }.last
    // The home folder itself means that there is no such folder.
    guard let named, named != home else { return "~/Downloads" }
    return named.hasPrefix(home + "/") ? "~" + named.dropFirst(home.utf8.count) : named
  }

  /// The folder of this user.
  static func current() -> String {
    let home = UserPath.home
    let folder =
      getenv("XDG_CONFIG_HOME").map { String(cString: $0) }
      .flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? home.map { $0 + "/.config" }
    return path(home: home, configuration: folder.flatMap { read($0 + "/user-dirs.dirs") })
  }

  private static func value(in line: Substring, home: String) -> String? {
    let prefix = "XDG_DOWNLOAD_DIR=\""
    guard line.hasPrefix(prefix), line.hasSuffix("\""), line.count > prefix.count else {
      return nil
    }
    var path = String(line.dropFirst(prefix.count).dropLast())
    if path.hasPrefix("$HOME") { path = home + path.dropFirst(5) }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.hasPrefix("/") ? path : nil
  }

  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let opened = FileDescriptor(file)
    guard let bytes = try? PrivateFiles.readAll(opened, path: path, limit: mostBytes) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
