/// One thing that the user can choose: its name in the file, its values, and what it does.
package struct Preference: Sendable {
  /// One of the values of a choice.
  package struct Choice: Hashable, Sendable {
    /// The word in the file.
    package let word: String
    /// What it means, in few words.
    package let meaning: String
  }

  /// The values that a preference takes.
  package enum Kind: Sendable {
    case flag
    /// One of some words.
    case choice([Choice])
    /// Any of some words.
    case words([Choice])
    case number(ClosedRange<Int>, unit: String)
    /// A text; `example` says what is expected.
    case text(example: String, isValid: @Sendable (String) -> Bool)
  }

  /// The parts of the settings; each is a table of the file.
  package enum Section: String, CaseIterable, Sendable {
    case appearance, input, notifications, privacy, media
  }

  /// The part that it belongs to.
  package let section: Section
  /// Its name in the table of the section.
  package let name: String
  /// Its name on the screen.
  package let title: String
  /// What it does, in one or two sentences.
  package let explanation: String
  /// The values that it takes.
  package let kind: Kind
  /// Its value among all.
  package let read: @Sendable (Preferences) -> PreferenceValue
  private let write: @Sendable (inout Preferences, PreferenceValue) -> Void

  /// The name in the file with that of its table: `appearance.theme`.
  package var key: String { "\(section.rawValue).\(name)" }

  init(
    _ section: Section, _ name: String, _ title: String, _ explanation: String, _ kind: Kind,
    read: @escaping @Sendable (Preferences) -> PreferenceValue,
    write: @escaping @Sendable (inout Preferences, PreferenceValue) -> Void
  ) {
    (self.section, self.name, self.title) = (section, name, title)
    (self.explanation, self.kind) = (explanation, kind)
    (self.read, self.write) = (read, write)
  }

  /// Whether a value is one that the preference takes.
  package func takes(_ value: PreferenceValue) -> Bool {
    switch (kind, value) {
    case (.flag, .flag): true
    case (.choice(let choices), .text(let word)): choices.contains { $0.word == word }
    case (.words(let choices), .words(let words)):
      words.allSatisfy { word in choices.contains { $0.word == word } }
    case (.number(let range, _), .number(let number)): range.contains(number)
    case (.text(_, let isValid), .text(let text)):
      text.utf8.count <= Self.longestText && isValid(text)
        && !text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    default: false
    }
  }

  /// The bytes of the longest text.
  package static let longestText = 1_000

  /// Changes the preference; a value that it does not take changes nothing.
  package func set(_ value: PreferenceValue, in preferences: inout Preferences) {
    if takes(value) { write(&preferences, value) }
  }
}

/// A value of a preference as the file has it.
package enum PreferenceValue: Hashable, Sendable {
  case flag(Bool)
  case number(Int)
  case text(String)
  case words([String])
}
