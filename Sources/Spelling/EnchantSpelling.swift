package import Controllers
import Dispatch
package import Signals
import Synchronization

/// Checks words through enchant, by the dictionaries that are installed for other programs too.
///
/// Any thread may call. One queue does all the work, because enchant does not lock; it opens the library
/// for the first words.
package final class EnchantSpelling: SpellingController {
  private let queue = DispatchQueue(label: "spelling", qos: .utility)
  private let languages: [String]
  private let opened = Mutex<Result<EnchantDictionaries, SpellingProblem>?>(nil)

  /// Creates a controller for languages such as `de_AT`; a word counts when one of them has it.
  package init(languages: [String]) {
    self.languages = languages
  }

  package func misspelled(_ words: Set<String>) -> Signal<Set<String>, Never> {
    work { result in
      guard case .success(let dictionaries) = result else { return .success([]) }
      return .success(words.filter { !dictionaries.accept($0) })
    }
  }

  package func suggestions(for word: String) -> Signal<[String], SpellingProblem> {
    work { result in result.map { $0.suggestions(for: word) } }
  }

  package func add(_ word: String) -> Signal<Void, SpellingProblem> {
    work { result in result.map { $0.add(word) } }
  }

  package func problem() -> Signal<SpellingProblem?, Never> {
    work { result in
      if case .failure(let problem) = result { .success(problem) } else { .success(nil) }
    }
  }

  /// Why words of a language cannot be checked, nil when they can; loads the library and blocks.
  package static func problem(of language: String) -> SpellingProblem? {
    if case .failure(let problem) = EnchantDictionaries.open(languages: [language]) {
      problem
    } else {
      nil
    }
  }

  private func work<Value: Sendable, Failure: Error>(
    _ body:
      @escaping @Sendable (Result<EnchantDictionaries, SpellingProblem>) -> Result<Value, Failure>
  ) -> Signal<Value, Failure> {
    Signal { [self] observer in
      queue.async { [self] in
        let outcome = opened.withLock { opened in
          let result = opened ?? EnchantDictionaries.open(languages: languages)
          opened = result
          return body(result)
        }
        switch outcome {
        case .success(let value):
          observer.send(value)
          observer.complete()
        case .failure(let problem): observer.fail(problem)
        }
      }
      return AnyDisposable()
    }
  }
}
