import ModelSchema

/// Runs a plugin: it receives the checked types and returns further files and diagnostics.
///
/// The executable receives `IRDocument` on standard input, with a member `options` before the
/// types: `{"access": ACCESS, "arguments": [{"key", "value"}…]}`. `types` are those that the plugin
/// works on, by `PluginSelection`; the others follow as `otherTypes`. It answers on standard output
/// with
///
/// ```text
/// {"files": [{"path", "text"}…],
///  "diagnostics": [{"severity": "error" | "warning", "message", "mend"?, "location"?}…]}
/// ```
///
/// Both members may be missing, paths are relative to the output folder, and the location is one of
/// those in the types. It exits with status 0 even if it reports errors.
struct PluginRunner {
  let plugin: CompileOptions.Plugin
  let access: String
  let timeLimit: Int

  /// Its name in messages.
  var name: String { Path.name(of: plugin.executable) }

  func run(on module: SchemaModule) -> (files: [OutputFile], diagnostics: [Diagnostic]) {
    do {
      let input = Array(document(for: module).text.utf8)
      let child = ChildProcess(
        path: plugin.executable, limits: ChildProcess.Limits(seconds: timeLimit))
      return answer(try child.run(input: input))
    } catch {
      return (
        [], [failure("cannot be run: \(error.explanation)", "Check the name and permissions.")]
      )
    }
  }

  private func document(for module: SchemaModule) -> JSONTree {
    var options: [JSONTree.Member] = []
    options.put("access", access)
    options.put(
      "arguments",
      .array(
        plugin.arguments.map { argument in
          var members: [JSONTree.Member] = []
          members.put("key", argument.key)
          members.put("value", argument.value)
          return .object(members)
        }))
    var members = IRDocument.head
    members.put("options", .object(options))
    let selection = PluginSelection(of: plugin.featureName, in: module)
    members.put("types", .array(selection.types.map(\.tree)))
    members.put("otherTypes", .array(selection.others.map(\.tree)))
    return .object(members)
  }

  private func answer(
    _ result: ChildProcess.Result
  ) -> (files: [OutputFile], diagnostics: [Diagnostic]) {
    let problem: String? =
      switch result.ending {
      case .exited(0): nil
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal)"
      case .interrupted: "was ended with modelc"
      case .timedOut: "did not end within \(timeLimit) seconds"
      case .wroteTooMuch: "wrote more than \(ChildProcess.Limits(seconds: 0).outputByteCount) bytes"
      }
    if let problem { return ([], [failure(problem + quotation(of: result.errors), nil)]) }
    do {
      let answer = try PluginAnswer(result.output, of: name)
      return (answer.files, answer.diagnostics)
    } catch {
      return ([], [failure(error.message + quotation(of: result.errors), error.mend)])
    }
  }

  /// The plugin's standard error, in one line.
  private func quotation(of errors: [UInt8]) -> String {
    let text = String(decoding: errors, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).prefix(20).joined(separator: " / ")
    return lines.isEmpty ? "" : "; it said: \(lines)"
  }

  private func failure(_ message: String, _ mend: String?) -> Diagnostic {
    Diagnostic(
      .pluginFailed, "the plugin '\(name)' \(message)", mend: mend,
      at: SourceLocation(file: plugin.executable, line: 1, column: 1))
  }
}
