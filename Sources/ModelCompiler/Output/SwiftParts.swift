/// A generated Swift file, split so that several can be joined.
struct SwiftParts: Hashable {
  /// The lines at the top that begin with `//`.
  var header: [Substring] = []
  var imports: Set<Substring> = []
  /// The rest, without empty lines at either end.
  var body: [Substring] = []

  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.first, line.hasPrefix("//"), !line.hasPrefix("///") {
      header.append(line)
      lines.removeFirst()
    }
    while let line = lines.first, line.isEmpty || Self.isImport(line) {
      if !line.isEmpty { imports.insert(line) }
      lines.removeFirst()
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    body = Array(lines)
  }

  private static func isImport(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    return switch words.count {
    case 2: words[0] == "import"
    case 3: words[1] == "import"
    default: false
    }
  }

  /// Joins all into one text: the header of the first, all imports sorted by module, then the
  /// bodies.
  static func joined(_ parts: [SwiftParts]) -> String {
    let imports = parts.reduce(into: Set<Substring>()) { $0.formUnion($1.imports) }
    let sorted = widest(imports).sorted { left, right in
      (module(left), left) < (module(right), right)
    }
    var lines = parts.first?.header ?? []
    if !sorted.isEmpty { lines += [""] + sorted }
    for part in parts where !part.body.isEmpty { lines += [""] + part.body }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One import per module: two with different access levels would cause a warning, and the wider
  /// one suffices.
  private static func widest(_ imports: Set<Substring>) -> [Substring] {
    let ranks: [Substring: Int] = ["public": 3, "package": 2, "internal": 1, "import": 1]
    let byModule = Dictionary(grouping: imports, by: module)
    return byModule.values.compactMap { lines in
      lines.max { left, right in
        let ranksOfBoth = [left, right].map { ranks[$0.prefix { $0 != " " }] ?? 0 }
        return (ranksOfBoth[0], left) < (ranksOfBoth[1], right)
      }
    }
  }

  private static func module(_ line: Substring) -> Substring {
    line.split(separator: " ").last ?? line
  }
}
