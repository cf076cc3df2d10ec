import Foundation
import Testing

/// The packages that the package manager finds for the package in a folder.
struct ResolvedPackage: Decodable {
  let name: String
  let dependencies: [ResolvedPackage]

  init(_ folder: URL, options: [String] = []) throws {
    let run = try PackageManager.run(
      ["package"] + options + ["show-dependencies", "--format", "json"], in: folder)
    try #require(run.status == 0, "\(run.errors)")
    self = try JSONDecoder().decode(ResolvedPackage.self, from: Data(run.output.utf8))
    let checkouts = folder.appending(path: ".build/checkouts").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: checkouts) == [])
    #expect(
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.resolved").path))
  }

  func expectOnlyThisPackage() {
    #expect(dependencies.map(\.name) == ["chat-tui"])
    #expect(dependencies.allSatisfy { $0.dependencies.isEmpty })
  }
}

/// The command `swift`, as a process.
enum PackageManager {
  static func run(
    _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, output: String, errors: String) {
    let files = try TemporaryFolder()
    let (output, errors) = (
      files.url.appending(path: "output"), files.url.appending(path: "errors")
    )
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOf: output, encoding: .utf8),
      try String(contentsOf: errors, encoding: .utf8)
    )
  }
}

/// A folder that is removed with the object.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "chat-tui-packages-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
