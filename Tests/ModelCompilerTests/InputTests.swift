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
    var finder = SchemaFinder(names: FileNames(root: root ?? folder.path))
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

  @Test("Cyclic links are harmless, and a file counts once however many links lead to it")
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

  @Test("A broken link is an error if it has a schema's name")
  func danglingLinks() throws {
    try folder.link("A.value", to: "gone")
    try folder.link("notes", to: "gone")
    #expect(find(".").diagnostics.map(\.code) == [.unreadableFile])
  }

  @Test("Other names, missing files and empty folders are reported")
  func wrongNames() throws {
    try folder.write("", to: "a.txt")
    try folder.write("", to: "empty/notes")
    #expect(find("a.txt").diagnostics.map(\.code) == [.unknownFileKind])
    #expect(find("gone.value").diagnostics.map(\.code) == [.unreadableFile])
    #expect(find("a\u{0}.value").diagnostics.map(\.code) == [.unreadableFile])
    #expect(find("empty").diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "A name that is not UTF-8 is reported, whether it is a schema or a folder that may contain some"
  )
  func namesOfOtherBytes() throws {
    try folder.write("", to: "U.value")
    let bytes: [CChar] = [0x2F, 0x62, CChar(bitPattern: 0xFF)]
    let place = folder.path.utf8CString.dropLast() + bytes
    #expect(mkdir(Array(place + [0]), 0o700) == 0)
    let ending = ".value".utf8CString
    let file = open(Array(place + ending), O_CREAT | O_WRONLY, 0o600)
    #expect(file >= 0 && close(file) == 0)
    let finder = find(".")
    #expect(finder.diagnostics.map(\.severity) == [.warning, .error])
    #expect(finder.diagnostics.allSatisfy { $0.message.contains("not UTF-8") })
    // Only raw bytes can name the folder.
    #expect(rmdir(Array(place + [0])) == 0 && unlink(Array(place + ending)) == 0)
  }

  @Test("Two files with canonically equivalent names are rejected")
  func equivalentNames() throws {
    try folder.write("", to: "\u{E9}.value")
    try folder.write("", to: "e\u{301}.value")
    #expect(find(".").diagnostics.map(\.code) == [.unreadableFile])
  }

  private func found(_ inputs: [(path: String, output: String?)]) -> SchemaFinder {
    var finder = SchemaFinder(names: FileNames(root: folder.path))
    finder.find(
      inputs.map { CompileOptions.Input(path: folder.path(of: $0.path), outputName: $0.output) })
    return finder
  }

  @Test("A file named twice has the output that either names, in any order")
  func outputOfOne() throws {
    try folder.write("", to: "a/U.value")
    let both = [("a/U.value", nil), ("a/../a/U.value", "B.swift")] as [(String, String?)]
    for inputs in [both, both.reversed(), both + both] {
      let finder = found(inputs)
      #expect(finder.found.map(\.outputName) == ["B.swift"])
      #expect(finder.diagnostics == [])
    }
  }

  @Test("A file with two outputs is an error")
  func twoOutputs() throws {
    try folder.write("", to: "a/U.value")
    try folder.link("b", to: "a")
    let finder = found([("a/U.value", "A.swift"), ("b/U.value", "B.swift")])
    #expect(finder.diagnostics.map(\.code) == [.unwritableFile])
  }

  @Test("A pipe with a schema's name is rejected without waiting")
  func pipes() throws {
    #expect(mkfifo(folder.path(of: "A.value"), 0o600) == 0)
    #expect(find(".").diagnostics.map(\.code) == [.unreadableFile])
    let store = SourceStore(names: FileNames(root: folder.path))
    #expect(store.load("A.value") == nil)
    #expect(store.diagnostics.map(\.code) == [.unreadableFile])
  }

  @Test("A file beyond the limit is rejected unread")
  func hugeFiles() throws {
    try folder.write("", to: "A.value")
    #expect(truncate(folder.path(of: "A.value"), 1 << 40) == 0)
    let store = SourceStore(names: FileNames(root: folder.path))
    #expect(store.load("A.value") == nil)
    #expect(store.diagnostics.map(\.code) == [.fileTooLarge])
  }

  @Test("A thousand nested folders are searched")
  func deepFolders() throws {
    let name = String(repeating: "d/", count: 1000) + "A.value"
    try folder.write("", to: name)
    #expect(find(".").found.map(\.name) == [name])
  }

  @Test(
    "Paths are normalised",
    arguments: [
      ("a/./b//c/", "a/b/c"), ("./a", "a"), ("a/../b", "b"), ("../a", "../a"), ("/../a", "/a"),
      ("a/..", "."), ("", "."), ("/", "/"), ("../../a/../b", "../../b"),
    ])
  func paths(_ path: String, _ normalized: String) {
    #expect(Path.normalized(path) == normalized)
  }
}
