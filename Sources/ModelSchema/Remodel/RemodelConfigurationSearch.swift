/// Finds and reads the configuration for a file, which is the one in the nearest enclosing folder.
///
/// Every configuration file is read once, and its diagnostics are reported once.
package struct RemodelConfigurationSearch {
  private let plugins: Set<String>
  private let read: (String) -> SourceFile?
  private var found: [String: RemodelConfiguration?] = [:]
  /// The diagnostics of the files read so far.
  package private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - plugins: names of features that the user's compiler plugins define.
  ///   - read: returns the file at a path, or nil if there is none. Paths start from the same
  ///     folder as those of the schemas.
  package init(plugins: Set<String> = [], read: @escaping (String) -> SourceFile?) {
    self.plugins = plugins
    self.read = read
  }

  /// The configuration for a `.value`, `.adtValue` or `.object` file; empty if no enclosing folder
  /// has one.
  package mutating func configuration(for path: String) -> RemodelConfiguration {
    guard let kind = RemodelFileKind(path: path) else { return RemodelConfiguration() }
    for folder in Self.folders(above: path) {
      if let configuration = configuration(at: folder + kind.configurationName) {
        return configuration
      }
    }
    return RemodelConfiguration()
  }

  private mutating func configuration(at path: String) -> RemodelConfiguration? {
    if let known = found[path] { return known }
    let parsed = read(path).map { RemodelConfiguration.parse($0, plugins: plugins) }
    diagnostics += parsed?.diagnostics ?? []
    found[path] = .some(parsed?.configuration)
    return parsed?.configuration
  }

  /// The enclosing folders as prefixes of file names, nearest first: for `a/b/C.value` these are
  /// `a/b/`, `a/` and the empty one; for `/a/C.value` they are `/a/` and `/`.
  static func folders(above path: String) -> [String] {
    var folders: [String] = []
    var end = path.endIndex
    while let slash = path[..<end].lastIndex(of: "/") {
      folders.append(String(path[...slash]))
      end = slash
    }
    if !path.hasPrefix("/"), !path.hasPrefix("../") { folders.append("") }
    return folders
  }
}
