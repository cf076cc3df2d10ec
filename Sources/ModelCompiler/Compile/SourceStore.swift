import ModelSchema

/// The files that a run has read, by the names that diagnostics give them.
final class SourceStore {
  private let names: FileNames
  private(set) var files: [String: SourceFile] = [:]
  /// What went wrong with reading files, but for those that are merely not there.
  private(set) var diagnostics: [Diagnostic] = []

  init(names: FileNames) {
    self.names = names
  }

  /// The name by which the system opens a file.
  func path(of name: String) -> String { names.path(of: name) }

  /// Reads a schema that was asked for; why that failed is among the diagnostics.
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
            mend: "Split it: no schema that people write is that large.", at: place))
      } else {
        diagnostics.append(
          Diagnostic(
            .unreadableFile, "'\(path(of: name))' cannot be read: \(error.explanation)",
            mend: "Check the name and the permissions.", at: place))
      }
      return nil
    }
  }

  /// Reads a file that may be there or not, for example one that a schema refers to.
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
