import Foundation

/// The repository as text: what the architecture tests read.
struct SourceTree {
  let root: URL

  init() {
    root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Swift files below a folder, as paths relative to the root.
  func swiftFiles(below folder: String) -> [String] {
    let base = root.appendingPathComponent(folder)
    let enumerator = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
    let all = enumerator?.compactMap { $0 as? URL } ?? []
    return
      all
      .filter { $0.pathExtension == "swift" && !$0.path.contains("/.build") }
      .map { String($0.path.dropFirst(root.path.count + 1)) }
      .sorted()
  }

  func entries(of folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(folder).path
    ).sorted()
  }
}

/// One import line of a source file.
struct ImportLine: CustomStringConvertible {
  let file: String
  let line: Int
  let module: String

  var description: String { "\(file):\(line): import \(module)" }

  /// The imports of a file; `import struct Module.Name` counts as `Module`.
  static func all(in file: String, text: String) -> [ImportLine] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        module(of: line).map { ImportLine(file: file, line: index + 1, module: $0) }
      }
  }

  private static func module(of line: Substring) -> String? {
    var words = line.split(separator: " ").map(String.init)
    while let first = words.first, first.hasPrefix("@") || accessLevels.contains(first) {
      words.removeFirst()
    }
    guard words.first == "import", words.count >= 2 else { return nil }
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let name = kinds.contains(words[1]) && words.count >= 3 ? words[2] : words[1]
    return name.split(separator: ".").first.map(String.init)
  }

  private static let accessLevels: Set = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
