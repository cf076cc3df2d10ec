import ModelSchema

/// The files that a run has read, by their names in diagnostics.
final class SourceStore {
  private let names: FileNames
  private(set) var files: [String: SourceFile] = [:]
  /// Errors from reading files, except for files that do not exist.
  private(set) var diagnostics: [Diagnostic] = []

  init(names: FileNames) {
    self.names = names
  }

  /// The name by which the system opens a file.
  func path(of name: String) -> String { names.path(of: name) }

  /// Reads a schema that was requested; a failure is added to the diagnostics.
  func load(_ name: String) -> SourceFile? {
    if let file = files[name] { return file }
    do {
      return try read(name)
    } catch {
      let place = SourceLocation(file: name, line: 1, column: 1)
      if case .tooLarge = error.reason {
        diagnostics.append(
          Diagnostic(
            .fileTooLarge, "'\(path(of: name))' is too large: \(error.explanation)",
            mend: "Split it: no hand-written schema is that large.", at: place))
      } else {
        diagnostics.append(
          Diagnostic(
            .unreadableFile, "'\(path(of: name))' cannot be read: \(error.explanation)",
            mend: "Check the name and the permissions.", at: place))
      }
      return nil
    }
  }

  /// Reads a file that may not exist, for example the target of a reference.
  func loadIfPresent(_ name: String) -> SourceFile? {
    let name = Path.normalized(name)
    guard FileSystem.exists(path(of: name)) else { return nil }
    return load(name)
  }

  private func read(_ name: String) throws(FileError) -> SourceFile {
    let bytes = try FileSystem.read(
      path(of: name), maximumByteCount: SourceFile.maximumByteCount)
    let file = SourceFile(path: name, bytes: bytes)
    files[name] = file
    return file
  }
}
