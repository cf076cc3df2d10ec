import Foundation
import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Outputs")
struct OutputTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func file(_ path: String, _ text: String = "let a = 1\n") -> OutputFile {
    OutputFile(path: path, text: "\(OutputFile.marker) from X. Do not edit.\n\n\(text)")
  }

  @discardableResult
  private func write(_ files: [OutputFile], removingStale: Bool = false) throws -> OutputChanges {
    let writer = OutputWriter(folder: folder.path(of: "out"))
    let result = writer.changes(for: files, removingStale: removingStale)
    if let first = result.diagnostics.first { throw first }
    try writer.apply(result.changes)
    return result.changes
  }

  @Test("Files are written into folders created for them, and nothing else is left there")
  func writes() throws {
    try write([file("A.swift"), file("Deep/Down/B.swift")])
    #expect(folder.files == ["out/A.swift", "out/Deep/Down/B.swift"])
  }

  @Test("A file that is already up to date is not touched")
  func unchanged() throws {
    try write([file("A.swift"), file("B.swift")])
    let before = try folder.modification(of: "out/A.swift")
    let changes = try write([file("A.swift"), file("B.swift", "let b = 2\n")])
    #expect(try folder.modification(of: "out/A.swift") == before)
    #expect(changes.writes.map(\.state) == [.unchanged, .changed])
    #expect(try folder.text(of: "out/B.swift").hasSuffix("let b = 2\n"))
  }

  @Test("Foreign files are left alone and reported")
  func foreignFiles() throws {
    try folder.write("let mine = 1\n", to: "out/A.swift")
    let error = #expect(throws: Diagnostic.self) { try write([file("A.swift")]) }
    #expect(error?.code == .unwritableFile)
    #expect(try folder.text(of: "out/A.swift") == "let mine = 1\n")
  }

  @Test("Stale outputs are removed, but only those with the compiler's mark")
  func stale() throws {
    try write([file("A.swift"), file("B.swift"), file("Deep/C.swift")])
    try folder.write("let mine = 1\n", to: "out/Mine.swift")
    try folder.write(OutputFile.marker, to: "out/notes.txt")
    #expect(try write([file("A.swift")]).removals == [])
    #expect(
      try write([file("A.swift")], removingStale: true).removals == ["B.swift", "Deep/C.swift"])
    #expect(folder.files == ["out/A.swift", "out/Mine.swift", "out/notes.txt"])
  }

  @Test("Partial files of a killed run are removed after an hour; foreign files stay")
  func abandoned() throws {
    let old = Date(timeIntervalSinceNow: -4000)
    for name in [".modelc-7-A.swift", ".modelc-8-B.swift", ".mine.swift", "Deep/.modelc-9-C.swift"]
    {
      try folder.write(name == ".modelc-8-B.swift" ? OutputFile.marker : "", to: "out/\(name)")
    }
    for name in [".modelc-7-A.swift", ".mine.swift", "Deep/.modelc-9-C.swift"] {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: folder.path(of: "out/\(name)"))
    }
    let removals = try write([], removingStale: true).removals
    #expect(removals == [".modelc-7-A.swift", "Deep/.modelc-9-C.swift"])
    #expect(folder.files == ["out/.mine.swift", "out/.modelc-8-B.swift"])
  }

  @Test("Leftovers of another process with the same id are no obstacle")
  func leftBehind() throws {
    try folder.write("", to: "out/.modelc-\(getpid())-A.swift")
    try write([file("A.swift")])
    #expect(folder.exists("out/A.swift"))
  }

  @Test(
    "Outputs with the same path are rejected before anything is written",
    arguments: [
      ["User.swift", "user.swift"], ["a/X.swift", "A/x.swift"], ["A.swift", "A.swift/b.swift"],
      ["A.swift", "a.swift/b/c.swift"], ["B.swift/c.swift", "b.swift"],
    ])
  func clashes(_ paths: [String]) throws {
    #expect(throws: Diagnostic.self) { try write(paths.map { file($0) }) }
    #expect(folder.files == [])
  }

  @Test("A file in place of a folder is rejected before anything is written")
  func fileInTheWay() throws {
    try folder.write(OutputFile.marker, to: "out/B.swift")
    #expect(throws: Diagnostic.self) { try write([file("A.swift"), file("B.swift/C.swift")]) }
    #expect(folder.files == ["out/B.swift"])
  }

  @Test("A file of another kind is replaced if its first line has the mark, and never removed")
  func otherKinds() throws {
    func notes(_ text: String) -> OutputFile { OutputFile(path: "notes.md", text: text) }
    try write([notes("<!-- \(OutputFile.mark) -->\n1\n")])
    try write([notes("<!-- \(OutputFile.mark) -->\n2\n")])
    #expect(try folder.text(of: "out/notes.md").hasSuffix("2\n"))
    #expect(try write([], removingStale: true).removals == [])
    try folder.write("# Mine\n\(OutputFile.mark)\n", to: "out/notes.md")
    #expect(throws: Diagnostic.self) { try write([notes("")]) }
  }

  @Test("A report contains no terminal control characters")
  func report() {
    var changes = OutputChanges()
    changes.removals = ["a\u{1B}]0;b\u{7}\nwould remove b.swift"]
    let report = changes.report(folder: "out")
    #expect(report.split(separator: "\n").count == 1)
    #expect(!report.contains("\u{1B}") && !report.contains("\u{7}"))
  }

  @Test("A file that another run has already removed is not an error")
  func removedTwice() throws {
    try write([file("A.swift"), file("B.swift")])
    let writer = OutputWriter(folder: folder.path(of: "out"))
    let changes = writer.changes(for: [file("A.swift")], removingStale: true).changes
    for _ in 1...2 { try writer.apply(changes) }
    #expect(folder.files == ["out/A.swift"])
  }

  @Test("A link below the output folder is never followed")
  func links() throws {
    try folder.write("elsewhere", to: "other/A.swift")
    try folder.write("", to: "out/keep")
    try folder.link("out/Deep", to: "other")
    try folder.link("out/L.swift", to: "other/A.swift")
    #expect(throws: Diagnostic.self) { try write([file("Deep/A.swift")]) }
    #expect(throws: Diagnostic.self) { try write([file("L.swift")]) }
    try write([], removingStale: true)
    #expect(try folder.text(of: "other/A.swift") == "elsewhere")
  }

  @Test("A folder in place of a file is an error")
  func folderInTheWay() throws {
    try folder.write("", to: "out/A.swift/file")
    #expect(throws: Diagnostic.self) { try write([file("A.swift")]) }
  }

  @Test(
    "Names that lead outside the folder are not outputs",
    arguments: [
      "", "/a.swift", "../a.swift", "a/../b.swift", "a//b.swift", "./a.swift", ".hidden", "a/",
      "a/.hidden/b", "a\\b.swift", "a\nb.swift", "a\u{0}b.swift",
      String(repeating: "a", count: 300) + ".swift",
    ])
  func unsafeNames(_ name: String) {
    #expect(!OutputPath.isSafe(name))
  }

  @Test("Names below the folder are outputs", arguments: ["a.swift", "a/b/c+d e.swift", "ä.swift"])
  func safeNames(_ name: String) {
    #expect(OutputPath.isSafe(name))
  }

  @Test("Several Swift files become one: one header, each import once, then the bodies")
  func joining() {
    let first = """
      // Generated by modelc from A.value. Do not edit.

      internal import Foundation
      package import ModelKit

      /// A.
      struct A {}

      """
    let second = """
      // Generated by modelc from A.value. Do not edit.

      public import ModelKit

      // What B is for.
      import struct Nothing
      struct B {}
      """
    #expect(
      SwiftParts.joined([SwiftParts(first), SwiftParts(second)]) == """
        // Generated by modelc from A.value. Do not edit.

        internal import Foundation
        public import ModelKit

        /// A.
        struct A {}

        // What B is for.
        import struct Nothing
        struct B {}

        """)
  }
}
