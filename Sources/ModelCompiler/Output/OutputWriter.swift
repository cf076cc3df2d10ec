import ModelSchema

/// Updates a folder to the compiler's output; files that are already up to date are not touched.
struct OutputWriter {
  let folder: String

  /// The most bytes read from an existing file for comparison.
  private static let maximumByteCount = 256 << 20
  /// The depth of subfolders that are searched for stale files.
  private static let maximumDepth = 16

  /// Computes the changes, and refuses to overwrite files that the compiler did not generate.
  func changes(
    for files: [OutputFile], removingStale: Bool
  ) -> (changes: OutputChanges, diagnostics: [Diagnostic]) {
    var changes = OutputChanges()
    var diagnostics: [Diagnostic] = []
    let claims = Dictionary(grouping: files.map(\.path)) { $0.lowercased() }
    for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      do throws(OutputProblem) {
        try refuseClashes(of: file.path, with: claims)
        changes.writes.append(OutputChanges.Write(file: file, state: try state(of: file)))
      } catch {
        diagnostics.append(error.diagnostic)
      }
    }
    if removingStale { changes.removals = staleFiles(besides: Set(files.map(\.path))) }
    return (changes, diagnostics)
  }

  /// Applies the changes; stops at the first file that cannot be written.
  func apply(_ changes: OutputChanges) throws(OutputProblem) {
    do throws(FileError) {
      for write in changes.writes where write.state != .unchanged {
        let path = Path.joined(folder, write.file.path)
        try FileSystem.makeFolder(Path.folder(of: path))
        try FileSystem.replace(path, with: Array(write.file.text.utf8))
      }
      for path in changes.removals { try FileSystem.remove(Path.joined(folder, path)) }
    } catch {
      throw OutputProblem(
        path: error.path, message: "'\(error.path)' cannot be written: \(error.explanation)",
        mend: "Check the name and the permissions of the output folder.")
    }
  }

  /// Refuses two outputs at the same path, even on a case-insensitive disk, and an output that is
  /// also the folder of others.
  private func refuseClashes(of path: String, with claims: [String: [String]]) throws(OutputProblem)
  {
    let full = Path.joined(folder, path)
    var place = path.lowercased()
    if let other = claims[place]?.first(where: { $0 != path }) {
      throw OutputProblem(
        path: full,
        message: "'\(path)' and '\(other)' are the same file on case-insensitive disks",
        mend: "Rename one of them.")
    }
    while place.utf8.contains(UInt8(ascii: "/")) {
      place = Path.folder(of: place)
      guard let other = claims[place]?.first else { continue }
      throw OutputProblem(
        path: full, message: "'\(path)' would lie in '\(other)', which is a file",
        mend: "Rename one of them.")
    }
  }

  private func state(of file: OutputFile) throws(OutputProblem) -> OutputChanges.State {
    let path = Path.joined(folder, file.path)
    try refuseObstacles(on: file.path)
    guard FileSystem.exists(path) else { return .new }
    guard let bytes = try? FileSystem.read(path, maximumByteCount: Self.maximumByteCount) else {
      throw OutputProblem(
        path: path, message: "'\(path)' is in the way and cannot be read",
        mend: "Move it, or choose another --output.")
    }
    if bytes.elementsEqual(file.text.utf8) { return .unchanged }
    guard OutputFile.isGenerated(bytes, path: path) else {
      throw OutputProblem(
        path: path, message: "'\(path)' was not written by modelc and is left unchanged",
        mend: "Move it, or choose another --output.")
    }
    return .changed
  }

  /// A link below the output folder could lead out of it, and something that is not a folder cannot
  /// contain files.
  private func refuseObstacles(on path: String) throws(OutputProblem) {
    var current = folder
    for part in path.split(separator: "/") {
      current = Path.joined(current, String(part))
      let message: String
      switch try? FileSystem.kind(of: current, followingLinks: false) {
      case nil, .folder: continue
      case .link: message = "'\(current)' is a link, and could lead anywhere"
      case .file where current == Path.joined(folder, path): continue
      case .file, .other: message = "'\(current)' is in the way and no folder"
      }
      throw OutputProblem(
        path: current, message: message, mend: "Remove it, or choose another --output.")
    }
  }

  /// Swift files that carry the compiler's mark but are no longer generated, and partial files of
  /// runs that were killed while writing.
  private func staleFiles(besides current: Set<String>) -> [String] {
    var stale: [String] = []
    var folders = [(path: "", depth: 0)]
    while let (path, depth) = folders.popLast() {
      let here = path.isEmpty ? folder : Path.joined(folder, path)
      for name in (try? FileSystem.names(in: here)) ?? [] {
        let child = path.isEmpty ? name : path + "/" + name
        let full = Path.joined(folder, child)
        switch try? FileSystem.kind(of: full, followingLinks: false) {
        case _ where name.utf8.first == UInt8(ascii: "."):
          if FileSystem.isAbandoned(full) { stale.append(child) }
        case .folder where depth < Self.maximumDepth: folders.append((child, depth + 1))
        case .file where OutputFile.isSwift(name) && !current.contains(child):
          let bytes = try? FileSystem.read(full, maximumByteCount: Self.maximumByteCount)
          if OutputFile.isGenerated(bytes ?? [], path: child) { stale.append(child) }
        default: break
        }
      }
    }
    return stale.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
