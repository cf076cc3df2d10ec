import Testing

@Suite("Layers")
struct LayerTests {
  private let tree = SourceTree()

  private func table() throws -> DependencyTable {
    DependencyTable(page: try tree.text("Sources/README.md"))
  }

  private func manifest() throws -> Manifest {
    Manifest(text: try tree.text("Package.swift"))
  }

  @Test("every import is allowed by the dependency table")
  func importsFollowTheTable() throws {
    let table = try table()

    for (name, row) in table.rows {
      let allowed = row.targets.union(row.modules)
      let lines = try tree.swiftFiles(below: row.folder).flatMap { file in
        ImportLine.all(in: file, text: try tree.text(file))
      }
      for line in lines where !allowed.contains(line.module) {
        Issue.record("\(line) is not allowed by the row of \(name)")
      }
    }
  }

  @Test("every module that the table allows is imported somewhere in its target")
  func tableHasNoSpareRights() throws {
    for (name, row) in try table().rows {
      let files = tree.swiftFiles(below: row.folder)
      let used = Set(
        try files.flatMap { file in
          ImportLine.all(in: file, text: try tree.text(file)).map(\.module)
        })
      let spare = row.targets.union(row.modules).subtracting(used)
      #expect(spare.isEmpty || files.isEmpty, "\(name) may import \(spare.sorted()) and does not")
    }
  }

  @Test("the table and the manifest name the same targets and dependencies")
  func tableEqualsManifest() throws {
    let rows = try table().rows
    let targets = try manifest().targets.filter { name, target in
      !name.hasSuffix("Tests") && !target.text.contains("path: \"Tests/")
    }

    #expect(rows.count > 5)
    #expect(Set(rows.keys) == Set(targets.keys))
    for (name, target) in targets {
      #expect(rows[name]?.targets == target.dependencies, "\(name)")
    }
  }

  @Test("views have no package access and nobody but the composition root links Matrix")
  func locksAreSet() throws {
    let targets = try manifest().targets

    #expect(targets["Views"]?.text.contains("packageAccess: false") == true)
    for (name, target) in targets where !name.hasSuffix("Tests") && name != "chat-tui" {
      #expect(!target.dependencies.contains("Matrix"), "\(name)")
    }
    for (name, target) in targets where target.dependencies.contains("MatrixWire") {
      #expect(["Homeserver", "HomeserverTests", "Matrix", "MatrixTests"].contains(name), "\(name)")
    }
  }

  @Test("every Swift target has the strict settings")
  func settingsAreStrict() throws {
    for (name, target) in try manifest().targets where !name.hasPrefix("C") || name == "Controllers"
    {
      #expect(target.text.contains("swiftSettings: settings"), "\(name)")
    }
  }

  @Test("a forbidden import is reported with file and line")
  func plantedImportIsFound() {
    let lines = ImportLine.all(
      in: "a.swift", text: "import A\n@preconcurrency public import struct B.C\n// import D\n")

    #expect(lines.map(\.description) == ["a.swift:1: import A", "a.swift:2: import B"])
  }
}
