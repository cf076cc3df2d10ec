import Foundation
import Testing

/// `Scripts/lib/build/program` on a small tree, with a compiler that only counts how often it is asked.
@Suite("When Scripts/run builds")
struct ProgramBuildTests {
  private final class Tree {
    let root: URL

    init() throws {
      root = FileManager.default.temporaryDirectory
        .appendingPathComponent("chat-tui-scripts-\(UUID().uuidString)")
      let scripts = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scripts/lib/build")
      for folder in ["Scripts/lib", "Sources/A", "Assets", "bin"] {
        try FileManager.default.createDirectory(
          at: url(folder), withIntermediateDirectories: true)
      }
      try FileManager.default.copyItem(at: scripts, to: url("Scripts/lib/build"))
      try write("Package.swift", "")
      try write("Sources/A/a.swift", "")
      try writeProgram("Scripts/setup", "true")
      try writeProgram(
        "bin/swift",
        """
        cd \(root.path)
        [[ $* != *--show-bin-path* ]] || { echo $PWD/built; exit; }
        echo asked >>asked
        [[ ! -e broken ]] || exit 1
        echo '[1/2] Compiling A'
        echo resolved >Package.resolved
        mkdir -p built && touch built/chat-tui && chmod +x built/chat-tui
        """)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    func write(_ path: String, _ text: String) throws {
      try Data(text.utf8).write(to: url(path))
    }

    private func writeProgram(_ path: String, _ text: String) throws {
      try write(path, "#!/usr/bin/env bash\n\(text)\n")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: url(path).path)
    }

    /// Runs the script; returns its answer, its other output and how often a build was asked for.
    func run() throws -> (status: Int32, answer: String, said: String, builds: Int) {
      let process = Process()
      process.executableURL = url("Scripts/lib/build/program")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      process.environment = ["PATH": "\(url("bin").path):\(path)"]
      let (output, errors) = (url("output"), url("errors"))
      for file in [output, errors] { try write(file.lastPathComponent, "") }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      let asked = (try? String(contentsOf: url("asked"), encoding: .utf8)) ?? ""
      return (
        process.terminationStatus, try String(contentsOf: output, encoding: .utf8),
        try String(contentsOf: errors, encoding: .utf8), asked.split(separator: "\n").count
      )
    }
  }

  @Test("the first start says what it takes and shows progress, the second builds nothing")
  func secondStart() throws {
    let tree = try Tree()

    let first = try tree.run()
    #expect(first.status == 0)
    #expect(first.answer == tree.url("built/chat-tui").path + "\n")
    #expect(first.said.hasPrefix("First build: about "))
    #expect(first.said.contains("[1/2] Compiling A\n"))

    let second = try tree.run()
    #expect(second.answer == first.answer)
    #expect(second.said.isEmpty)
    #expect(second.builds == 1)
  }

  @Test(
    "each change of a source is built",
    arguments: [
      "echo >>Sources/A/a.swift", "touch Sources/A/b.swift", "rm Sources/A/a.swift",
      "mv Sources/A/a.swift Sources/A/b.swift", "mv Sources/A Sources/B", "echo >>Package.swift",
      "touch Assets/new", "echo other >Package.resolved", "echo >>Scripts/lib/build/release",
      "echo >>bin/swift", "rm built/chat-tui",
      // Older than the build by its date.
      "touch -d 2001-01-01 Sources/A/a.swift",
    ])
  func changeIsBuilt(command: String) throws {
    let tree = try Tree()
    _ = try tree.run()

    let change = Process()
    change.executableURL = URL(fileURLWithPath: "/bin/bash")
    change.arguments = ["-c", command]
    change.currentDirectoryURL = tree.root
    try change.run()
    change.waitUntilExit()
    try #require(change.terminationStatus == 0)

    #expect(try tree.run().builds == 2)
    #expect(try tree.run().builds == 2)
  }

  @Test("a build that failed is tried again")
  func failure() throws {
    let tree = try Tree()
    _ = try tree.run()
    try tree.write("Sources/A/a.swift", "wrong")
    try tree.write("broken", "")

    let failed = try tree.run()
    #expect(failed.status != 0)
    #expect(failed.answer.isEmpty)

    #expect(try tree.run().builds == 3)
  }
}
