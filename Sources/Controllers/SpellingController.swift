package import Signals

/// Checks words by the dictionaries of this machine.
///
/// All work is done off the main thread, and begins at subscription; the first opens the dictionaries.
package protocol SpellingController: Sendable {
  /// The misspelled ones of some words: emits them, then completes; none without a dictionary.
  func misspelled(_ words: Set<String>) -> Signal<Set<String>, Never>

  /// The words that a misspelled one may stand for, the likeliest first: emits them, then completes.
  func suggestions(for word: String) -> Signal<[String], SpellingProblem>

  /// Adds a word to the user's own dictionary, which other programs use as well; completes then.
  func add(_ word: String) -> Signal<Void, SpellingProblem>

  /// Why no word can be checked, nil when words can: emits it, then completes.
  func problem() -> Signal<SpellingProblem?, Never>
}

/// Why no words can be checked.
package enum SpellingProblem: Error, Hashable, Sendable {
  /// The library is not installed.
  case noLibrary
  /// No dictionary of the languages is installed.
  case noDictionary(languages: [String])
}
