import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Names of files")
struct FileNamesTests {
  struct Case: Sendable {
    let root: String
    let working: String
    let path: String
    let name: String
    /// The path that the name leads back to, if it differs from the given one.
    var back: String?
  }

  private static let cases = [
    Case(root: "a", working: "/w", path: "a/U.value", name: "U.value"),
    Case(
      root: "./a/", working: "/w", path: "a//b/./U.value", name: "b/U.value", back: "a/b/U.value"),
    Case(root: ".", working: "/w", path: "a/U.value", name: "a/U.value"),
    Case(root: "a", working: "/w", path: "U.value", name: "../U.value"),
    Case(root: "a/b", working: "/w", path: "a/c/U.value", name: "../c/U.value"),
    Case(root: "a", working: "/w", path: "../v/U.value", name: "../../v/U.value"),
    Case(root: "a", working: "/w", path: "ab/U.value", name: "../ab/U.value"),
    Case(
      root: "..", working: "/w/sub", path: "U.value", name: "sub/U.value", back: "../sub/U.value"),
    Case(root: "a", working: "/w", path: "/w/a/U.value", name: "U.value", back: "a/U.value"),
    Case(root: "/w/a", working: "/w", path: "a/U.value", name: "U.value", back: "/w/a/U.value"),
    Case(root: "/", working: "/w", path: "U.value", name: "w/U.value", back: "/w/U.value"),
    Case(root: "a", working: "/w", path: "a", name: ".", back: "a"),
    Case(root: "a", working: "/w", path: ".", name: "..", back: "."),
  ]

  @Test("A file is named relative to the root, and its name leads back to it", arguments: cases)
  func names(_ example: Case) {
    let names = FileNames(root: example.root, workingFolder: example.working)
    #expect(names.name(of: example.path) == example.name)
    #expect(names.path(of: example.name) == example.back ?? example.path)
  }

  @Test("Without a root a file has its command line name")
  func withoutRoot() {
    let names = FileNames(root: nil, workingFolder: "/w")
    #expect(names.name(of: "./a//U.value") == "a/U.value")
    #expect(names.path(of: "a/U.value") == "a/U.value")
  }

  @Test("A file is below a root even if only one of them is spelled with a link")
  func links() throws {
    let folder = try Folder()
    try folder.write("", to: "real/a/U.value")
    try folder.link("link", to: "real")
    let throughLink = FileNames(root: folder.path(of: "link"))
    #expect(throughLink.name(of: folder.path(of: "real/a/U.value")) == "a/U.value")
    let real = FileNames(root: folder.path(of: "real"))
    #expect(real.name(of: folder.path(of: "link/a/U.value")) == "a/U.value")
  }

  @Test("After a link, two dots lead to the target's parent, as in the system")
  func dotsBehindLinks() throws {
    let folder = try Folder()
    try folder.write("", to: "real/deep/U.value")
    try folder.write("", to: "real/U.value")
    try folder.write("", to: "U.value")
    try folder.link("link", to: "real/deep")
    let names = FileNames(root: folder.path)
    #expect(names.name(of: folder.path(of: "link/../U.value")) == "real/U.value")
    #expect(names.name(of: folder.path(of: "real/../U.value")) == "U.value")
  }
}
