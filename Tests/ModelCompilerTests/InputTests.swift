import Foundation
import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Inputs")
struct InputTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func find(_ paths: String..., root: String? = nil) -> SchemaFinder {
    var finder = SchemaFinder(root: root ?? folder.path)
    finder.find(paths.map { CompileOptions.Input(path: folder.path(of: $0)) })
    return finder
  }

  @Test("All schemas of a folder are found, sorted; hidden and other files are not")
  func folders() throws {
    for name in ["b/Z.value", "b/A.adtValue", "a.json", "c/d/e/O.object", "x.txt", ".h/V.value"] {
      try folder.write("", to: name)
    }
    let finder = find(".")
    #expect(finder.found.map(\.name) == ["a.json", "b/A.adtValue", "b/Z.value", "c/d/e/O.object"])
    #expect(finder.diagnostics == [])
  }

  @Test("Links in a circle are harmless, and a file counts once whatever leads to it")
  func links() throws {
    try folder.write("", to: "a/A.value")
    try folder.link("a/again", to: "a")
    try folder.link("a/up", to: ".")
    try folder.link("b", to: "a")
    try folder.link("a/B.value", to: "a/A.value")
    try folder.link("a/self", to: "a/self")
    let finder = find(".", "a", "a/A.value")
    #expect(finder.found.map(\.name) == ["a/A.value"])
    #expect(finder.diagnostics == [])
  }

  @Test("A link that leads nowhere is an error when it is called like a schema")
  func danglingLinks() throws {
    try folder.link("A.value", to: "gone")
    try folder.link("notes", to: "gone")
    #expect(find(".").diagnostics.map(\.code) == [.unreadableFile])
  }

  @Test("Names that are no schemas, missing files and empty folders are said")
  func wrongNames() throws {
    try folder.write("", to: "a.txt")
    try folder.write("", to: "empty/notes")
    #expect(find("a.txt").diagnostics.map(\.code) == [.unknownFileKind])
    #expect(find("gone.value").diagnostics.map(\.code) == [.unreadableFile])
    #expect(find("a\u{0}.value").diagnostics.map(\.code) == [.unreadableFile])
    #expect(find("empty").diagnostics.map(\.severity) == [.warning])
  }

  @Test("A pipe that is called like a schema is refused, and nobody waits for it")
  func pipes() throws {
    #expect(mkfifo(folder.path(of: "A.value"), 0o600) == 0)
    #expect(find(".").diagnostics.map(\.code) == [.unreadableFile])
    let store = SourceStore(root: folder.path)
    #expect(store.load("A.value") == nil)
    #expect(store.diagnostics.map(\.code) == [.unreadableFile])
  }

  @Test("A file beyond the limit is refused unread")
  func hugeFiles() throws {
    try folder.write("", to: "A.value")
    #expect(truncate(folder.path(of: "A.value"), 1 << 40) == 0)
    let store = SourceStore(root: folder.path)
    #expect(store.load("A.value") == nil)
    #expect(store.diagnostics.map(\.code) == [.fileTooLarge])
  }

  @Test("A thousand folders inside each other are walked through")
  func deepFolders() throws {
    let name = String(repeating: "d/", count: 1000) + "A.value"
    try folder.write("", to: name)
    #expect(find(".").found.map(\.name) == [name])
  }

  @Test(
    "Paths lose what is superfluous",
    arguments: [
      ("a/./b//c/", "a/b/c"), ("./a", "a"), ("a/../b", "b"), ("../a", "../a"), ("/../a", "/a"),
      ("a/..", "."), ("", "."), ("/", "/"), ("../../a/../b", "../../b"),
    ])
  func paths(_ path: String, _ normalized: String) {
    #expect(Path.normalized(path) == normalized)
  }
}
