import Foundation

/// The built compiler, run as a process.
enum Compiler {
  struct Run {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The folder with the products that were built with these tests.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  static func product(_ name: String) -> URL { products.appending(path: name) }

  static func run(
    _ arguments: [String], in folder: Folder? = nil, input: String = ""
  ) throws -> Run {
    try run(product("modelc"), arguments, in: folder, input: input)
  }

  static func run(
    _ executable: URL, _ arguments: [String], in folder: Folder? = nil, input: String = ""
  ) throws -> Run {
    let files = try Folder()
    try files.write(input, to: "input")
    // Files instead of pipes, so that nothing has to read while the process runs.
    for name in ["output", "errors"] { try files.write("", to: name) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder.url }
    process.standardInput = try FileHandle(forReadingFrom: files.url(of: "input"))
    process.standardOutput = try FileHandle(forWritingTo: files.url(of: "output"))
    process.standardError = try FileHandle(forWritingTo: files.url(of: "errors"))
    try process.run()
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : -1
    return Run(
      status: status, output: try files.text(of: "output"), errors: try files.text(of: "errors"))
  }
}
