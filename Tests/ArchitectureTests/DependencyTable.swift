/// The table of the architecture page: the modules that each target may import.
struct DependencyTable {
  struct Row {
    let folder: String
    let targets: Set<String>
    let modules: Set<String>
  }

  let rows: [String: Row]

  /// Reads the rows of the form ``| `Target` | folder | targets | other modules | purpose |``.
  init(page: String) {
    var rows: [String: Row] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingPrefix(while: \.isWhitespace) }
      guard cells.count >= 6, let name = Self.names(cells[1]).first,
        let folder = Self.names(cells[2]).first
      else { continue }
      rows[name] = Row(
        folder: folder, targets: Set(Self.names(cells[3])), modules: Set(Self.names(cells[4])))
    }
    self.rows = rows
  }

  /// The words between backticks.
  private static func names(_ cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
  }
}

/// The targets of the manifest with the project's own targets that each depends on.
struct Manifest {
  struct Target {
    let text: String
    let dependencies: Set<String>
  }

  let targets: [String: Target]

  init(text: String) {
    var targets: [String: Target] = [:]
    for kind in [".target(", ".executableTarget(", ".systemLibrary(", ".testTarget("] {
      var rest = text[...]
      while let start = rest.firstRange(of: kind) {
        let block = Self.block(rest[start.upperBound...])
        rest = rest[start.upperBound...]
        guard let name = Self.strings(block).first else { continue }
        targets[name] = Target(text: String(block), dependencies: Self.dependencies(block))
      }
    }
    self.targets = targets
  }

  /// The text up to the parenthesis that closes the call.
  private static func block(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }

  private static func dependencies(_ block: Substring) -> Set<String> {
    guard let start = block.firstRange(of: "dependencies: [") else { return [] }
    let list = block[start.upperBound...].prefix { $0 != "]" }
    let own = list.split(separator: "\n").flatMap { line in
      line.split(separator: ".product(", omittingEmptySubsequences: false).prefix(1)
    }
    return Set(own.flatMap { strings($0) })
  }

  private static func strings(_ text: Substring) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
  }
}
