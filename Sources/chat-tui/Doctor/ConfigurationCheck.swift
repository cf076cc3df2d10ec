import Controllers
import PreferencesFile
import Spelling
import ViewModels

/// What is wrong with a file of preferences, with the keys of actions.
@MainActor
struct ConfigurationCheck {
  let path: String
  let exists: Bool
  let preferences: Preferences
  let problems: [PreferenceProblem]

  /// - Parameters:
  ///   - isInstalled: Whether this machine has a program.
  ///   - spellingProblem: Why words of a language cannot be checked.
  init(
    _ file: ConfigurationFile,
    isInstalled: (String) -> Bool = ProgramFindings.ofThisMachine.isInstalled,
    spellingProblem: (String) -> SpellingProblem? = { EnchantSpelling.problem(of: $0) }
  ) {
    let read = file.read()
    path = file.path
    exists = file.exists
    preferences = read.preferences
    var reasons: [String: String] = [:]
    reasons["notifications.command"] = Self.commandProblem(read.preferences, isInstalled)
    reasons["input.spelling"] = Self.problem(ofLanguages: read.preferences, spellingProblem)
    problems =
      read.withKeys(refused: ConfiguredKeys.refusals(of: read.preferences.keys))
      .withoutEffect(reasons).problems
  }

  private static func commandProblem(
    _ preferences: Preferences, _ isInstalled: (String) -> Bool
  ) -> String? {
    guard !preferences.noticeCommand.isEmpty else { return nil }
    guard let program = CommandWords.split(preferences.noticeCommand).first, !program.isEmpty
    else { return "it names no program, so nothing is run" }
    return isInstalled(program) ? nil : "\(program) is not installed, so nothing is run"
  }

  /// The words of the other languages are checked all the same.
  private static func problem(
    ofLanguages preferences: Preferences, _ problem: (String) -> SpellingProblem?
  ) -> String? {
    let problems = (preferences.spellingLanguages ?? []).compactMap(problem)
    guard !problems.contains(.noLibrary) else { return SpellingText.sentence(.noLibrary) }
    let missing = problems.flatMap { problem -> [String] in
      if case .noDictionary(let languages) = problem { languages } else { [] }
    }
    return missing.isEmpty
      ? nil : "no dictionary for \(missing.joined(separator: ", ")) is installed"
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
