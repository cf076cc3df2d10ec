import Foundation

/// The package of a documentation page.
struct DocumentedPackage {
  let text: String
  private let root: URL

  init(_ root: URL, page: String) throws {
    self.root = root
    text = try String(contentsOf: root.appending(path: "Sources/\(page)"), encoding: .utf8)
  }

  /// The blocks of code that follow a paragraph which begins with a name and ends with a colon.
  var files: [(name: String, text: String)] {
    text.matches(of: /(?m)^`([^`\n]+)`[^\n]*:\n\n```\w*\n((?:.*\n)*?)```$/)
      .map { (String($0.1), String($0.2)) }
  }

  static func blocks(_ text: Substring) -> [String] {
    text.matches(of: /(?m)^```\w*\n((?:.*\n)*?)```$/).map { String($0.1) }
  }

  /// Writes a file that depends on the repository in its folder, instead of one on the network.
  func write(_ text: String, to name: String, in folder: URL) throws {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let local = text.replacing(
      /url: "[^"]*\/chat-tui", branch: "main"/, with: "name: \"chat-tui\", path: \"\(root.path)\"")
    try local.write(to: url, atomically: true, encoding: .utf8)
  }
}
