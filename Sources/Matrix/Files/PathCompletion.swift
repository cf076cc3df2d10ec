import Controllers
import Glibc

/// Completes paths from the folders of this machine; blocks on the disk.
enum PathCompletion {
  /// Nobody chooses among more.
  private static let most = 20
  /// A folder with more entries is read only so far.
  private static let mostEntries = 20_000

  /// What begins with a text, which may begin with `~`; hidden entries only when asked for.
  static func paths(completing text: String) -> [LocalPath] {
    if text == "~" { return [LocalPath(path: "~/")] }
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (shown, prefix) = (String(text[..<cut]), text[cut...])
    let folder = shown.isEmpty ? "." : UserPath.expanded(shown)
    guard let opened = opendir(folder) else { return [] }
    defer { closedir(opened) }
    var names: [String] = []
    for _ in 0..<mostEntries {
      guard let entry = readdir(opened) else { break }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name.hasPrefix(prefix), name != ".", name != ".." else { continue }
      if !name.hasPrefix(".") || prefix.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().prefix(most).compactMap { entry($0, shown: shown, folder: folder) }
  }

  private static func entry(_ name: String, shown: String, folder: String) -> LocalPath? {
    guard let status = UserPath.status("\(folder)/\(name)") else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return LocalPath(path: shown + name + "/")
    case S_IFREG: return LocalPath(path: shown + name, byteCount: Int(status.st_size))
    default: return nil
    }
  }
}
