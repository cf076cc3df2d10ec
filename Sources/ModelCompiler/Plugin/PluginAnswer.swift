import ModelSchema

/// The validated output of a plugin.
struct PluginAnswer {
  /// Why the output is rejected.
  struct Problem: Error, Hashable {
    var message: String
    var mend: String? = "See 'modelc --explain plugin-failed' for the form of an answer."
  }

  private(set) var files: [OutputFile] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var paths: Set<String> = []
  private let plugin: String

  init(_ bytes: [UInt8], of plugin: String) throws(Problem) {
    self.plugin = plugin
    let source = SourceFile(path: plugin, bytes: bytes)
    let (value, errors) = LocatedJSON.parse(source)
    if let error = errors.first(where: { $0.severity == .error }) {
      let place = "line \(error.location.line), column \(error.location.column)"
      throw Problem(message: "answered with invalid JSON (\(place): \(error.message))")
    }
    guard let value, let members = value.members else {
      throw Problem(message: "answered with something other than a JSON object")
    }
    if let unknown = members.first(where: { $0.key != "files" && $0.key != "diagnostics" }) {
      throw Problem(message: "answered with a member '\(unknown.key)' that is unknown")
    }
    for element in try Self.elements(value["files"], "files") {
      files.append(try file(of: element))
    }
    for element in try Self.elements(value["diagnostics"], "diagnostics") {
      diagnostics.append(try diagnostic(of: element))
    }
  }

  private static func elements(
    _ value: LocatedJSON?, _ name: String
  ) throws(Problem) -> [LocatedJSON] {
    guard let value else { return [] }
    guard let elements = value.elements else {
      throw Problem(message: "answered with a '\(name)' that is not an array")
    }
    return elements
  }

  private mutating func file(of value: LocatedJSON) throws(Problem) -> OutputFile {
    guard let path = value["path"]?.string, let text = value["text"]?.string else {
      throw Problem(message: "answered with a file without a string 'path' or 'text'")
    }
    guard OutputPath.isSafe(path) else {
      throw Problem(
        message: "wants to write '\(path)', which is not a name below the output folder",
        mend: "Name files relative to the output folder, without '..' and hidden names.")
    }
    guard paths.insert(path).inserted else {
      throw Problem(message: "answered with two files '\(path)'")
    }
    let file = OutputFile(path: path, text: marked(text, path: path))
    guard OutputFile.isGenerated(file.text.utf8, path: path) else {
      throw Problem(
        message: "answered with a file '\(path)' that could not be replaced later",
        mend: "Let its first line say '\(OutputFile.mark)', in a comment.")
    }
    return file
  }

  /// Adds the mark of generated files, so that later runs may replace and remove them.
  private func marked(_ text: String, path: String) -> String {
    guard OutputFile.isSwift(path), !OutputFile.isGenerated(text.utf8, path: path) else {
      return text
    }
    let name = plugin.unicodeScalars.map { $0.value < 0x20 ? "?" : String($0) }.joined()
    return "\(OutputFile.marker) with the plugin \(name). Do not edit.\n\n" + text
  }

  private func diagnostic(of value: LocatedJSON) throws(Problem) -> Diagnostic {
    guard let message = value["message"]?.string,
      let severity = Diagnostic.Severity(rawValue: value["severity"]?.string ?? "error")
    else {
      throw Problem(message: "answered with a diagnostic without 'message' or 'severity'")
    }
    return Diagnostic(
      .pluginFinding, message, mend: value["mend"]?.string, at: Self.location(value["location"]),
      severity: severity)
  }

  private static func location(_ value: LocatedJSON?) -> SourceLocation {
    let line = value?["line"]?.integer(as: Int.self) ?? 1
    let column = value?["column"]?.integer(as: Int.self) ?? 1
    return SourceLocation(
      file: value?["file"]?.string ?? "plugin", line: max(line, 1), column: max(column, 1))
  }
}
