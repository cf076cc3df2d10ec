package import Signals

/// Keeps what the user has chosen about the program.
///
/// Confined to the main actor.
@MainActor
package protocol PreferencesController: AnyObject, Sendable {
  /// What holds now: of the file, of the command line, and what was changed since.
  var preferences: Property<Preferences> { get }

  /// What is wrong with the file as it was read last, in the order of its lines.
  var problems: Property<[PreferenceProblem]> { get }

  /// Whether the file was changed while the program runs and cannot be read now, so that what it said before
  /// holds.
  ///
  /// Of a file with an error, what is right holds, and the rest stays as it was.
  var keepsLast: Property<Bool> { get }

  /// The option of the command line that fixes a preference for this run, by the preference's name.
  var fixed: [String: String] { get }

  /// The path of the file, which need not be there.
  var path: String { get }

  /// Changes a preference at once, and its value in the file; completes when it is there.
  ///
  /// A value that the preference does not take changes nothing. What cannot be written holds for this run;
  /// the signal fails then. The work is done whether or not somebody subscribes.
  func change(_ preference: Preference, to value: PreferenceValue) -> Signal<
    Void, PreferenceFailure
  >

  /// Gives an action of the program other keys, in the same way.
  func bind(_ action: String, to keys: [String]) -> Signal<Void, PreferenceFailure>
}

/// Why a changed preference is not in the file.
package enum PreferenceFailure: Error, Hashable, Sendable {
  /// The file has an error at a line, so that nothing may be changed in it.
  case damaged(line: Int)
  /// The file could not be changed without changing something else in it.
  case uneditable
  /// The file is larger than a configuration can be.
  case tooLarge
  /// The system's reason.
  case system(String)
}

/// A line and a column of a text, in characters; both count from 1.
package struct TextPlace: Hashable, Sendable {
  package let line: Int
  package let column: Int

  /// Creates a place.
  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }
}

/// Something that is wrong with the file.
package struct PreferenceProblem: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The text is no TOML; the value says what is wrong.
    case syntax(String)
    /// No preference has the name; perhaps another one is meant.
    case unknownName(suggestion: String?)
    /// The value is none that the preference takes.
    case wrongValue
    /// Not a key, or a list of keys.
    case noKeys
    /// The keys cannot be bound; the value says why.
    case unusableKeys(String)
    /// The value has no effect, or not all of it, on this machine; the value says why.
    case withoutEffect(String)
    /// The file is larger than a configuration can be.
    case tooLarge
    /// The file cannot be read; the value is the system's reason.
    case unreadable(String)
  }

  /// Where; nil when it concerns the whole file.
  package let place: TextPlace?
  /// The name of the preference or the table, such as `appearance.theme`; empty when there is none.
  package let key: String
  package let reason: Reason

  /// Creates a problem.
  package init(place: TextPlace?, key: String, reason: Reason) {
    (self.place, self.key, self.reason) = (place, key, reason)
  }

  /// Whether all that is written has its effect but this.
  package var isWarning: Bool {
    switch reason {
    case .unknownName, .withoutEffect: true
    default: false
    }
  }
}
