/// How the files of a run are called in what is written, and where the system finds them.
///
/// With a root all files are called relative to it, also those that are not below it (`../A.value`):
/// that is the same on every machine, and no two files share a name.
struct FileNames {
  private struct Root {
    /// As it was named, because people read paths that begin with it.
    let named: String
    let absolute: String
    /// Without links.
    let real: String
  }

  private let root: Root?
  private let workingFolder: String

  init(root: String?, workingFolder: String = FileSystem.workingFolder) {
    self.workingFolder = workingFolder
    self.root = root.map { root in
      let named = FileSystem.normalized(root)
      let absolute = Path.normalized(Path.joined(workingFolder, named))
      return Root(named: named, absolute: absolute, real: FileSystem.real(absolute) ?? absolute)
    }
  }

  /// The path by which the system opens a file.
  func path(of name: String) -> String {
    root.map { Path.normalized(Path.joined($0.named, name)) } ?? name
  }

  /// The name of the file that the system opens by that path.
  func name(of path: String) -> String {
    let path = FileSystem.normalized(path)
    guard let root else { return path }
    let absolute = Path.normalized(Path.joined(workingFolder, path))
    let name = Path.relative(absolute, to: root.absolute)
    // A file may be below the root although one of them is spelled with links, and the other without.
    guard Path.isOutside(name), let folder = FileSystem.real(Path.folder(of: absolute)) else {
      return name
    }
    let realName = Path.relative(Path.joined(folder, Path.name(of: absolute)), to: root.real)
    return Path.isOutside(realName) ? name : realName
  }
}
