package import Controllers
package import Signals
import Synchronization

/// A spelling controller that knows some misspelled words, each with its suggestions.
package final class FakeSpellingController: SpellingController {
  private let suggested: [String: [String]]
  private let failure: SpellingProblem?
  private let asked = Mutex<[Set<String>]>([])
  private let added = Mutex<[String]>([])

  /// Creates a controller in whose dictionary all other words are.
  package init(_ suggested: [String: [String]], failure: SpellingProblem? = nil) {
    self.suggested = suggested
    self.failure = failure
  }

  /// The words of each call.
  package var askedWords: [Set<String>] { asked.withLock { $0 } }
  /// The words that were added.
  package var addedWords: [String] { added.withLock { $0 } }

  package func misspelled(_ words: Set<String>) -> Signal<Set<String>, Never> {
    asked.withLock { $0.append(words) }
    return .just(words.filter { suggested[$0] != nil })
  }

  package func suggestions(for word: String) -> Signal<[String], SpellingProblem> {
    if let failure { return .failed(failure) }
    return .just(suggested[word] ?? [])
  }

  package func add(_ word: String) -> Signal<Void, SpellingProblem> {
    if let failure { return .failed(failure) }
    added.withLock { $0.append(word) }
    return .empty
  }

  package func problem() -> Signal<SpellingProblem?, Never> { .just(failure) }
}
