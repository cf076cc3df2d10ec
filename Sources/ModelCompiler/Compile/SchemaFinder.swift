import ModelSchema

/// Finds the schema files that the command line names.
struct SchemaFinder {
  /// The file name extensions of schemas.
  static let kinds: Set<String> = Set(RemodelFileKind.allCases.map(\.rawValue) + ["json"])
  /// The search stops at this number: it is probably not the intended folder.
  static let maximumFileCount = 100_000

  struct Found: Hashable {
    /// Its name in the output.
    var name: String
    /// The single file for all its types; nil: one file per type.
    var outputName: String?
  }

  private let names: FileNames
  private(set) var found: [Found] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Indexes of the files in `found`: a file is compiled once, however many links lead to it.
  private var places: [FileSystem.Identity: Int] = [:]
  /// The names of the files; canonically equivalent names count as equal.
  private var called: Set<String> = []
  /// The folders that were or will be visited.
  private var seen: Set<FileSystem.Identity> = []
  /// How often a schema was encountered, including repetitions.
  private var encounters = 0
  /// The overlays that options name, which are no schemas wherever they are.
  private let overlays: Set<FileSystem.Identity>

  /// - Parameter overlays: The paths of overlays that options name.
  init(names: FileNames, overlays: [String] = []) {
    self.names = names
    self.overlays = Set(
      overlays.compactMap { try? FileSystem.identity(of: FileSystem.normalized($0)) })
  }

  /// All schemas of the inputs, sorted by name.
  mutating func find(_ inputs: [CompileOptions.Input]) {
    for input in inputs { find(input) }
    found.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private mutating func find(_ input: CompileOptions.Input) {
    let path = FileSystem.normalized(input.path)
    do throws(FileError) {
      switch try FileSystem.kind(of: path) {
      case .folder where input.outputName == nil: try findAll(below: path)
      case .folder:
        report(.unreadableFile, path, "--as follows a folder", "Name the schema file.")
      default:
        guard !OverlayName.matches(path) else {
          report(
            .invalidOverlay, path, "'\(Path.name(of: path))' is an overlay, not a schema",
            "Name the schema beside it, or write --overlay before it.")
          return
        }
        guard Self.kinds.contains(Path.kind(of: path)) else {
          report(
            .unknownFileKind, path, "'\(Path.name(of: path))' is not the name of a schema",
            "Schemas end with .value, .adtValue, .object or .json.")
          return
        }
        try add(path, outputName: input.outputName)
      }
    } catch {
      report(error, at: path)
    }
  }

  /// Walks the folders with an explicit list instead of recursion, because they may be nested
  /// deeply.
  private mutating func findAll(below top: String) throws(FileError) {
    let before = encounters
    seen.insert(try FileSystem.identity(of: top))
    var folders = [top]
    while let folder = folders.popLast() {
      do throws(FileError) {
        folders += try schemas(in: folder).reversed()
      } catch {
        report(error, at: folder)
      }
      guard found.count <= Self.maximumFileCount else {
        report(
          .unreadableFile, top, "there are more than \(Self.maximumFileCount) schemas in it",
          "Name the folder that contains the schemas.")
        return
      }
    }
    guard encounters == before, diagnostics.isEmpty else { return }
    diagnostics.append(
      Diagnostic(
        .unknownFileKind, "there is no schema in '\(top)'",
        mend: "Schemas end with .value, .adtValue, .object or .json.",
        at: SourceLocation(file: names.name(of: top), line: 1, column: 1), severity: .warning))
  }

  /// Adds the schemas of one folder; returns its subfolders.
  private mutating func schemas(in folder: String) throws(FileError) -> [String] {
    var folders: [String] = []
    for name in try FileSystem.names(in: folder) where name.utf8.first != UInt8(ascii: ".") {
      let path = Path.joined(folder, name)
      let isSchema = Self.kinds.contains(Path.kind(of: name))
      do throws(FileError) {
        switch try FileSystem.kind(of: path) {
        case .folder:
          if seen.insert(try FileSystem.identity(of: path)).inserted { folders.append(path) }
        case .file where OverlayName.matches(path): try checkOverlay(path)
        case .file where isSchema: try add(path, outputName: nil)
        default:
          if isSchema { throw FileError(path, .notAFile) }
        }
      } catch  where isSchema {
        report(error, at: path)
      } catch {
        // A broken link is not a schema, and it was not requested. An unreadable folder might
        // contain some.
        if !FileSystem.exists(path) { passOver(path, error) }
      }
    }
    return folders
  }

  /// An overlay in a folder is read with the schema beside it, which must exist and not be an
  /// overlay itself.
  private mutating func checkOverlay(_ path: String) throws(FileError) {
    let schema = OverlayName.schema(of: path)
    let isOverlay = OverlayName.matches(schema)
    guard isOverlay || !FileSystem.exists(schema),
      !overlays.contains(try FileSystem.identity(of: path))
    else { return }
    let name = Path.name(of: schema)
    report(
      .invalidOverlay, path,
      "'\(path)' changes no schema: "
        + (isOverlay ? "'\(name)' would be an overlay too" : "there is no '\(name)'"),
      "Rename it after a schema, or name it with --overlay.")
  }

  private mutating func add(_ path: String, outputName: String?) throws(FileError) {
    encounters += 1
    let identity = try FileSystem.identity(of: path)
    guard !overlays.contains(identity) else { return }
    guard let place = places[identity] else {
      let name = names.name(of: path)
      guard called.insert(name).inserted else {
        return report(
          .unreadableFile, path, "'\(path)' has the name of another file, in different bytes",
          "Rename one of them: one has an accented letter as one character, the other as two.")
      }
      places[identity] = found.count
      found.append(Found(name: name, outputName: outputName))
      return
    }
    guard let outputName else { return }
    guard let other = found[place].outputName, other != outputName else {
      found[place].outputName = outputName
      return
    }
    report(
      .unwritableFile, path, "'\(path)' cannot become both '\(other)' and '\(outputName)'",
      "Name the file once; links to it count as the file itself.")
  }

  private mutating func passOver(_ path: String, _ error: FileError) {
    diagnostics.append(
      Diagnostic(
        .unreadableFile, "'\(path)' is skipped: \(error.explanation)",
        at: SourceLocation(file: names.name(of: path), line: 1, column: 1), severity: .warning))
  }

  private mutating func report(_ error: FileError, at path: String) {
    report(
      .unreadableFile, path, "'\(path)' cannot be read: \(error.explanation)",
      "Check the name and the permissions.")
  }

  private mutating func report(
    _ code: DiagnosticCode, _ path: String, _ message: String, _ mend: String
  ) {
    let place = SourceLocation(file: names.name(of: path), line: 1, column: 1)
    diagnostics.append(Diagnostic(code, message, mend: mend, at: place))
  }
}
