import Controllers
import PreferencesFile
import ViewModels

/// What is wrong with a file of preferences, with the keys of actions.
@MainActor
struct ConfigurationCheck {
  let path: String
  let exists: Bool
  let preferences: Preferences
  let problems: [PreferenceProblem]

  init(_ file: ConfigurationFile) {
    let read = file.read()
    path = file.path
    exists = file.exists
    preferences = read.preferences
    problems = read.withKeys(refused: ConfiguredKeys.refusals(of: read.preferences.keys)).problems
  }

  /// A problem with its place, "config.toml:3:1".
  func place(of problem: PreferenceProblem) -> String {
    path + (problem.place.map { ":\($0.line):\($0.column)" } ?? "")
  }

  var findings: [Finding] {
    guard exists else {
      return [.ok("preferences", "there is no file \(path): all is as usual")]
    }
    guard !problems.isEmpty else { return [.ok("preferences", path)] }
    return problems.map { problem in
      Finding(
        level: problem.isWarning ? .warning : .failed, subject: "preferences",
        text: "\(place(of: problem)): \(PreferenceText.sentence(problem))")
    }
  }
}
