import Testing

@Suite("House rules")
struct HouseRuleTests {
  private let tree = SourceTree()

  @Test("the top level contains only the expected entries")
  func topLevel() throws {
    let allowed: Set = [
      "Package.swift", "Package.resolved", "README.md", "LICENSE", "Assets", "Scripts", "Sources",
      "Tests",
    ]
    let others = try tree.entries(of: ".").filter { !$0.hasPrefix(".") && !allowed.contains($0) }

    #expect(others.isEmpty)
  }

  @Test("no source file is longer than 600 lines")
  func filesAreShort() throws {
    for file in tree.swiftFiles(below: "Sources") + tree.swiftFiles(below: "Tests") {
      let count = try tree.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(count <= 600, "\(file) has \(count) lines")
    }
  }

  @Test("sources contain nothing that traps on untrusted input or bypasses the painter")
  func noTraps() throws {
    let forbidden = ["try!", "fatalError(", "as!", "DateFormatter", "URLSession", "TODO", "FIXME"]
    for file in tree.swiftFiles(below: "Sources") {
      let text = try tree.text(file)
      for word in forbidden {
        #expect(!text.contains(word), "\(file) contains \(word)")
      }
      if !file.hasPrefix("Sources/chat-tui/"), !file.hasPrefix("Sources/ModelCompiler/") {
        #expect(!text.contains("print("), "\(file) prints")
      }
    }
  }

  @Test("the client leaves libdispatch's pool alone, whose monitor wakes once a second")
  func noPool() throws {
    // The server computes in parallel, and `Signals` offers what its users may want.
    let elsewhere = ["Sources/Homeserver/", "Sources/Signals/"]
    for file in tree.swiftFiles(below: "Sources")
    where !elsewhere.contains(where: { file.hasPrefix($0) }) {
      let text = try tree.text(file)
      for word in ["concurrentPerform(", "attributes: .concurrent", "DispatchQueue.global"] {
        #expect(!text.contains(word), "\(file) contains \(word)")
      }
    }
  }

  @Test("only the terminal library and the programs write to the terminal")
  func writesStayInTerminal() throws {
    let writers = ["Terminal", "chat-tui", "ModelCompiler"].map { "Sources/\($0)/" }
    let outside = tree.swiftFiles(below: "Sources").filter { file in
      !writers.contains { file.hasPrefix($0) }
    }
    for file in outside {
      let text = try tree.text(file)
      for word in ["STDOUT_FILENO", "fputs(", "standardOutput"] {
        #expect(!text.contains(word), "\(file) contains \(word)")
      }
    }
  }

  @Test("every package and public declaration at file or type level is documented")
  func declarationsAreDocumented() throws {
    for file in tree.swiftFiles(below: "Sources") {
      for problem in try undocumentedTypes(in: file) {
        Issue.record("\(problem) has no documentation")
      }
    }
  }

  /// Types and functions at file level; the documentation of a type covers its members
  /// whose names are self-explanatory.
  private func undocumentedTypes(in file: String) throws -> [String] {
    let lines = try tree.text(file).split(separator: "\n", omittingEmptySubsequences: false)
    let kinds = ["struct ", "class ", "enum ", "protocol ", "actor ", "func ", "typealias "]
    return lines.indices.compactMap { index in
      let words = lines[index]
      guard words.hasPrefix("package ") || words.hasPrefix("public "),
        kinds.contains(where: { words.contains($0) })
      else { return nil }
      var above = index - 1
      while above >= 0, lines[above].hasPrefix("@") { above -= 1 }
      let isDocumented = above >= 0 && lines[above].hasPrefix("///")
      return isDocumented ? nil : "\(file):\(index + 1)"
    }
  }
}
