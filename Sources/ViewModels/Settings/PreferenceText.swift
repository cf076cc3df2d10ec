package import Controllers

/// Words about preferences and their file.
nonisolated package enum PreferenceText {
  /// What is wrong with the file, without the place.
  package static func sentence(_ problem: PreferenceProblem) -> String {
    let key = Names.oneLine(problem.key)
    return switch problem.reason {
    case .syntax(let reason): reason
    case .unknownName(let suggestion):
      "there is no \(key)" + (suggestion.map { "; is \($0) meant?" } ?? "")
    case .wrongValue:
      Preference.named(problem.key).map { "\(key) takes \(values($0.kind))" }
        ?? "\(key) is a table: write [\(key)] above its values"
    case .noKeys: "\(key) takes a key such as \"C-x\", or a list of keys"
    case .unusableKeys(let reason), .withoutEffect(let reason): "\(key): \(reason)"
    case .tooLarge: "the file is too large: it is not read"
    case .unreadable(let cause): "the file cannot be read: \(cause)"
    }
  }

  /// Why a changed preference is not in the file.
  package static func sentence(_ failure: PreferenceFailure) -> String {
    switch failure {
    case .damaged(let line):
      "Not written, because config.toml has an error in line \(line): it holds until you quit"
    case .uneditable:
      "Not written: config.toml has this in a form that cannot be changed here"
    case .tooLarge: "Not written: config.toml is too large"
    case .system(let cause): "Not written to config.toml (\(cause)): it holds until you quit"
    }
  }

  /// The first problem in one line, as compilers say it; empty when there is none.
  static func notice(_ problems: [PreferenceProblem], keepsLast: Bool) -> String {
    guard let first = problems.first else { return "" }
    let place = first.place.map { ":\($0.line):\($0.column)" } ?? ""
    let count = problems.count - 1
    let more = count == 0 ? "" : " (and \(count) more)"
    let rest = keepsLast ? "; what held before goes on" : ""
    return "config.toml\(place): \(sentence(first))\(more)\(rest)"
  }

  /// The values that a preference takes.
  static func values(_ kind: Preference.Kind) -> String {
    switch kind {
    case .flag: "true or false"
    case .choice(let choices): "one of " + list(choices)
    case .words(let choices): "a list of some of " + list(choices)
    case .number(let range, let unit):
      "a number from \(range.lowerBound) to \(range.upperBound) (\(unit))"
    case .text(let example, _): "a text: \(example)"
    }
  }

  private static func list(_ choices: [Preference.Choice]) -> String {
    choices.map { "\"\($0.word)\"" }.joined(separator: ", ")
  }
}
