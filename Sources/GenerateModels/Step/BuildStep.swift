import Foundation

/// The command of a build for the schemas of a target, with the files that it reads and writes.
///
/// It does not use the package plugin types, so that tests can compile it too.
struct BuildStep {
  /// The schemas, sorted.
  private(set) var schemas: [URL] = []
  private var options: URL?
  private let target: URL
  private let package: URL
  private let output: URL

  /// Files with settings for all schemas of a folder.
  private static let configurationNames = [
    ".valueObjectConfig", ".algebraicTypeConfig", ".objectConfig",
  ]
  /// The single output for everything that compiler plugins add: a build does not recompute the
  /// names of the outputs when the options change.
  private static let pluginOutput = "modelc.plugins.swift"

  init(target: URL, package: URL, files: [URL], output: URL) {
    self.target = target.standardizedFileURL
    self.package = package.standardizedFileURL
    self.output = output
    for file in files.map(\.standardizedFileURL) {
      switch file.pathExtension {
      case "value", "adtValue", "object": schemas.append(file)
      case "json" where file.lastPathComponent.hasSuffix(".overlay.json"): break
      case "json" where components(of: file).dropLast().contains("Schemas"): schemas.append(file)
      case "options" where components(of: file) == ["modelc.options"]: options = file
      default: break
      }
    }
    schemas.sort { $0.path < $1.path }
  }

  /// The arguments of the command.
  var arguments: [String] {
    var arguments = [
      "--root", package.path, "--allow-references", target.path,
      "--output", output.path, "--prune",
    ]
    if let options {
      arguments += ["--options", options.path, "--plugins-as", Self.pluginOutput]
    }
    for (schema, name) in named { arguments += [schema.path, "--as", name] }
    return arguments
  }

  /// All files that the command writes.
  var outputs: [URL] {
    let names = named.map(\.name) + (options == nil ? [] : [Self.pluginOutput])
    return names.map { output.appending(path: $0) }
  }

  /// All existing files that the command may read; the compiler reports missing ones.
  var inputs: [URL] {
    let values = optionValues
    let folders = [target] + values["--allow-references", default: []]
    let references = folders.flatMap(Self.documents)
    let all = schemas + [options].compactMap(\.self) + configurations + references
    let named = ["--plugin", "--overlay"].flatMap { values[$0, default: []] }
    var seen: Set<String> = []
    return (all + named).filter {
      seen.insert($0.path).inserted && FileManager.default.fileExists(atPath: $0.path)
    }
  }

  /// Each schema with the name of the Swift file that it becomes.
  ///
  /// Schemas with the same name in different folders get names with their folders, because the
  /// files of a target cannot share a name.
  private var named: [(schema: URL, name: String)] {
    let counts = Dictionary(grouping: schemas) { $0.lastPathComponent.lowercased() }
    return schemas.map { file in
      let name = file.lastPathComponent
      let isUnique = counts[name.lowercased()]?.count == 1
      return (file, (isUnique ? name : components(of: file).joined(separator: "+")) + ".swift")
    }
  }

  /// The paths in the options file, by option.
  private var optionValues: [String: [URL]] {
    guard let options, let text = try? String(contentsOf: options, encoding: .utf8) else {
      return [:]
    }
    var values: [String: [URL]] = [:]
    for line in text.split(separator: "\n") {
      _ = OptionWords.replacingPaths(in: OptionWords.words(inLine: line) ?? []) { option, path in
        let url = path.hasPrefix("/") ? URL(filePath: path) : target.appending(path: path)
        values[option, default: []].append(url.standardizedFileURL)
        return path
      }
    }
    return values
  }

  /// The configurations of the schemas' folders and of their parents.
  private var configurations: [URL] {
    var folders: Set<URL> = []
    for schema in schemas {
      var folder = schema.deletingLastPathComponent()
      while folder.path.hasPrefix(package.path), folders.insert(folder).inserted {
        folder.deleteLastPathComponent()
      }
    }
    return folders.flatMap { folder in Self.configurationNames.map { folder.appending(path: $0) } }
      .sorted { $0.path < $1.path }
  }

  /// The JSON files below a folder, which references may reach.
  private static func documents(below folder: URL) -> [URL] {
    let names = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let files = names?.compactMap { ($0 as? URL)?.standardizedFileURL } ?? []
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  /// The components of a file's path below the target's folder.
  private func components(of file: URL) -> [String] {
    Array(file.pathComponents.dropFirst(target.pathComponents.count))
  }
}
