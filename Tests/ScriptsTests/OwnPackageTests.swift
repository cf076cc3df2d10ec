import Foundation
import Testing

/// What a package that uses the libraries without dependencies downloads and builds.
@Suite("Use in other packages")
struct OwnPackageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("a clone without traits resolves no package")
  func clone() throws {
    // In the repository itself the command would drop the versions of the full package.
    let folder = try TemporaryFolder()
    for name in ["Package.swift", "Assets", "Sources", "Tests"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name),
        withDestinationURL: Self.root.appending(path: name))
    }
    #expect(
      try ResolvedPackage(folder.url, options: ["--disable-default-traits"]).dependencies.isEmpty)
  }

  @Test("the package of the page of Signals resolves only this one")
  func signals() throws {
    let page = try DocumentedPackage(Self.root, page: "Signals/Signals.docc/Signals.md")
    let folder = try TemporaryFolder()
    let section = try #require(page.text.range(of: "### In your own package"))
    let blocks = DocumentedPackage.blocks(page.text[section.upperBound...]).prefix(2)
    try #require(blocks.count == 2)
    try page.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "words", dependencies: [
      \(blocks[0])], targets: [
      \(blocks[1])])
      """, to: "Package.swift", in: folder.url)
    for target in ["Sources/Words", "Tests/WordsTests"] {
      try page.write("", to: "\(target)/Words.swift", in: folder.url)
    }
    try ResolvedPackage(folder.url).expectOnlyThisPackage()
  }

  @Test("the package of the page of ModelKit resolves only this one")
  func models() throws {
    let folder = try TemporaryFolder()
    _ = try writeModels(in: folder.url)
    try ResolvedPackage(folder.url).expectOnlyThisPackage()
  }

  @Test("the program of the page of ModelKit prints what the page says")
  func program() throws {
    // The folder is kept: only the first build compiles the libraries and the compiler of models.
    let folder = Self.root.appending(path: ".build/own-package")
    try? FileManager.default.removeItem(at: folder.appending(path: "Sources"))
    let promised = try writeModels(in: folder)
    let run = try PackageManager.run(["run", "-j", "2"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == promised)
  }

  /// Writes the files of the page, and returns what it says that the program prints.
  private func writeModels(in folder: URL) throws -> String {
    let page = try DocumentedPackage(Self.root, page: "ModelKit/ModelKit.docc/OwnPackage.md")
    let promise = try #require(page.files.last)
    try #require(promise.name == "swift run")
    for file in page.files.dropLast() { try page.write(file.text, to: file.name, in: folder) }
    return promise.text
  }
}
