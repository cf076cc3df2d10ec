/// What a check found.
struct Finding: Equatable {
  enum Level: String {
    case ok, warning, failed
  }

  let level: Level
  /// What was looked at.
  let subject: String
  /// What it is, or what is wrong with it and what to do.
  let text: String

  static func ok(_ subject: String, _ text: String) -> Finding {
    Finding(level: .ok, subject: subject, text: text)
  }

  static func warning(_ subject: String, _ text: String) -> Finding {
    Finding(level: .warning, subject: subject, text: text)
  }

  static func failed(_ subject: String, _ text: String) -> Finding {
    Finding(level: .failed, subject: subject, text: text)
  }

  /// "warning  locale: …".
  var line: String {
    let level = level.rawValue
    return level + String(repeating: " ", count: 9 - level.count) + "\(subject): \(text)"
  }
}
