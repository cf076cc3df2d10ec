/// The names of the files of a run in its output, and their paths in the file system.
///
/// With a root, all names are relative to it, even those of files outside it (`../A.value`): the
/// names are then the same on every machine, and no two files share a name.
struct FileNames {
  private struct Root {
    /// As the user named it, because users read paths that begin with it.
    let named: String
    let absolute: String
    /// Without symbolic links.
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

  /// The name of the file at a path.
  func name(of path: String) -> String {
    let path = FileSystem.normalized(path)
    guard let root else { return path }
    let absolute = Path.normalized(Path.joined(workingFolder, path))
    let name = Path.relative(absolute, to: root.absolute)
    // A file may be below the root although only one of the two is spelled with links.
    guard Path.isOutside(name), let folder = FileSystem.real(Path.folder(of: absolute)) else {
      return name
    }
    let realName = Path.relative(Path.joined(folder, Path.name(of: absolute)), to: root.real)
    return Path.isOutside(realName) ? name : realName
  }
}
