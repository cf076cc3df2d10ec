import Controllers
public import Signals

/// The misspelled words of a draft.
///
/// A pause in typing has new words checked on another thread; what a key needs is in a set.
public final class SpellingViewModel {
  /// The characters of the misspelled words, without the word at the cursor, which is being typed.
  public let marks: Property<[Range<Int>]>

  private let draft: RoomDraft
  /// The misspelled words among those that were checked.
  private let misspelled = MutableProperty<Set<String>>([])
  private var checked: Set<String> = []
  private var spelling: (any SpellingController)?
  private let checks = SerialDisposable()
  private let pauses = SerialDisposable()
  private let lifetime = Lifetime()

  /// How long a pause is.
  private static let pause = Duration.milliseconds(300)
  /// Words that are remembered.
  private static let mostWords = 10_000

  init(draft: RoomDraft, world: World) {
    self.draft = draft
    let words = draft.text.combineLatest(with: misspelled).map { [draft] text, misspelled in
      Self.words(of: text, in: misspelled, draft)
    }
    marks = words.combineLatest(with: draft.position).map { words, cursor in
      words.map(\.range).filter { !($0.lowerBound...$0.upperBound).contains(cursor) }
    }
    lifetime.add(checks)
    lifetime.add(pauses)
    lifetime.add(world.spelling.observe { [weak self] in self?.take($0, world.scheduler) })
  }

  /// Forgets what the last dictionaries knew, and checks the words again.
  private func take(_ controller: (any SpellingController)?, _ scheduler: any Scheduler) {
    spelling = controller
    checked = []
    checks.inner = nil
    pauses.inner = nil
    misspelled.value = []
    guard controller != nil else { return }
    pauses.inner = draft.text.signal.debounce(Self.pause, on: scheduler)
      .map { DraftWords($0).all.map(\.text) }.observe(on: .main).subscribe { [weak self] in
        self?.check($0)
      }
  }

  /// The misspelled word before or at the cursor, else the first one behind it.
  var wordToCorrect: DraftWords.Word? {
    let words = Self.words(of: draft.text.value, in: misspelled.value, draft)
    return words.last { $0.range.lowerBound <= draft.cursor } ?? words.first
  }

  /// Whether a word still stands where it was found.
  func has(_ word: DraftWords.Word) -> Bool {
    DraftWords(draft.text.value).all.contains(word)
  }

  /// The word is in the user's dictionary now.
  func accept(_ word: DraftWords.Word) { misspelled.value.remove(word.text) }

  private static func words(
    of text: String, in misspelled: Set<String>, _ draft: RoomDraft
  ) -> [DraftWords.Word] {
    guard !misspelled.isEmpty else { return [] }
    let names = draft.links.map(\.name)
    return DraftWords(text).all.filter { word in
      misspelled.contains(word.text) && !names.contains { $0.contains(word.text) }
    }
  }

  private func check(_ words: [String]) {
    let new = Set(words).subtracting(checked)
    guard let spelling, !new.isEmpty else { return }
    if checked.count > Self.mostWords { checked = [] }
    checked.formUnion(new)
    checks.inner = spelling.misspelled(new).observe(on: .main).subscribe { [misspelled] found in
      if !found.isEmpty { misspelled.value.formUnion(found) }
    }
  }
}
