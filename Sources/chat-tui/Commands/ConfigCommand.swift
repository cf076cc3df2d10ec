import ArgumentParser
import Controllers
import Glibc
import PreferencesFile
import ViewModels
import Views

/// `chat-tui config`: documents and checks the file of the preferences.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Explain or check the file of the preferences.")

  @OptionGroup var common: CommonOptions

  @Flag(help: "Print an example of the file, in which all preferences are explained.")
  var explain = false

  @Flag(
    help: "Check the file: what is wrong is told with its line; the exit code is 1 after an error.")
  var check = false

  @Argument(help: "The file to check, in place of your own.")
  var file: String?

  func validate() throws {
    guard explain != check, check || file == nil else {
      throw ValidationError("config takes --explain, or --check and perhaps a file")
    }
  }

  func run() throws {
    let directories = try common.directories()
    try MainActor.assumeIsolated {
      if explain {
        Output.standardOutput(Self.example(path: directories.preferences.path))
      } else {
        try check(file.map { ConfigurationFile(path: $0) } ?? directories.preferences)
      }
    }
  }

  @MainActor private static func example(path: String) -> String {
    PreferenceExample.text(
      path: path,
      actions: KeyBindings.rows.map {
        PreferenceExample.KeyRow(
          name: $0.name, title: "\($0.titleText) (\($0.placeText))", keys: $0.keys)
      })
  }

  @MainActor private func check(_ checked: ConfigurationFile) throws {
    guard checked.exists else {
      if file == nil { return Output.line("there is no file \(checked.path): all is as usual") }
      throw CommandFailure(message: "there is no file \(checked.path)")
    }
    let found = ConfigurationCheck(checked)
    for problem in found.problems {
      let kind = problem.isWarning ? "warning" : "error"
      let sentence = PreferenceText.sentence(problem)
      Output.problem("\(found.place(of: problem)): \(kind): \(sentence)")
    }
    if found.problems.contains(where: { !$0.isWarning }) { Glibc.exit(ExitCode.failure) }
  }
}

/// The keys of the file, checked by the table of actions.
@MainActor
enum ConfiguredKeys {
  static func refusals(of keys: [String: [String]]) -> [String: PreferenceProblem.Reason] {
    KeyBindings.refusals(of: keys).reduce(into: [:]) { reasons, refusal in
      reasons[refusal.key] =
        switch refusal.value {
        case .unknownAction:
          .unknownName(
            suggestion: NearName.nearest(to: refusal.key, among: KeyBindings.rows.map(\.name))
              .map { "keys.\($0)" })
        case .unusable(let reason): .unusableKeys(reason)
        }
    }
  }
}
