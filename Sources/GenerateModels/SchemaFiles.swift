import Foundation
import PackagePlugin

/// The schemas of a target, and what belongs to them.
struct SchemaFiles {
  private(set) var files: [URL] = []
  private(set) var options: URL?
  private let folder: URL
  private let package: URL

  /// Files that say what all schemas of a folder have in common.
  private static let configurationNames = [
    ".valueObjectConfig", ".algebraicTypeConfig", ".objectConfig",
  ]

  init(target: any SourceModuleTarget, package: URL) {
    folder = target.directoryURL
    self.package = package
    for file in target.sourceFiles {
      switch file.url.pathExtension {
      case "value", "adtValue", "object": files.append(file.url)
      case "json" where components(of: file.url).dropLast().contains("Schemas"):
        files.append(file.url)
      case "options" where file.url == folder.appending(path: "modelc.options"): options = file.url
      default: break
      }
    }
    files.sort { $0.path < $1.path }
  }

  /// Each schema with the name of the Swift file that it becomes.
  ///
  /// Schemas of one name in different folders are told apart by their folders: the files of a target
  /// cannot share a name.
  var outputs: [(schema: URL, output: String)] {
    let counts = Dictionary(grouping: files, by: \.lastPathComponent).mapValues(\.count)
    return files.map { file in
      let name = file.lastPathComponent
      let unique = counts[name] == 1 ? name : components(of: file).joined(separator: "+")
      return (file, unique + ".swift")
    }
  }

  /// The names of what the plugins of the compiler add: one file each.
  var pluginOutputs: [String] {
    pluginExecutables.map { $0.lastPathComponent + ".plugin.swift" }
  }

  /// All that the outputs depend on.
  var inputs: [URL] {
    files + [options].compactMap(\.self) + configurations + pluginExecutables
  }

  /// The executables that lines `--plugin EXECUTABLE …` of the options name.
  private var pluginExecutables: [URL] {
    guard let options, let text = try? String(contentsOf: options, encoding: .utf8) else {
      return []
    }
    return text.split(separator: "\n").compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\"" }
      guard words.count >= 2, words[0] == "--plugin" else { return nil }
      return URL(filePath: String(words[1]), relativeTo: folder).standardizedFileURL
    }
  }

  /// The configurations that are there, in the folders of the schemas and those around them.
  private var configurations: [URL] {
    var folders: Set<URL> = []
    for file in files {
      var folder = file.deletingLastPathComponent().standardizedFileURL
      while folder.path.hasPrefix(package.standardizedFileURL.path),
        folders.insert(folder).inserted
      {
        folder.deleteLastPathComponent()
      }
    }
    return folders.flatMap { folder in Self.configurationNames.map { folder.appending(path: $0) } }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
      .sorted { $0.path < $1.path }
  }

  /// The parts of a file's path below the target's folder.
  private func components(of file: URL) -> [String] {
    let count = folder.standardizedFileURL.pathComponents.count
    return Array(file.standardizedFileURL.pathComponents.dropFirst(count))
  }
}
