import Controllers
import Models
public import Signals

/// Completes the word before the composer's cursor: people, rooms, emoji and commands.
///
/// The suggestions change nothing by themselves. Once the user chooses one, it stands in the text, and is
/// sent with it.
public final class CompletionViewModel {
  /// The best suggestions.
  public let suggestions: Property<[Completion]>
  /// The index of the suggestion that stands in the text; nil while what the user typed does.
  public let chosen: Property<Int?>
  /// Whether there is something to choose.
  public let isOpen: Property<Bool>

  /// A suggestion that stands in the text.
  private struct Choice {
    let suggestions: [Completion]
    var index: Int
    /// What the user typed, and the number of characters before it.
    let word: String
    let start: Int
    /// The text with the suggestion, and the cursor behind it: any other text ends the choice.
    var text = ""
    var cursor = 0
    /// The number of characters behind the suggestion for which a mark may stand; a command needs its space.
    var gap = 0
  }

  private let draft: RoomDraft
  private let sources: CompletionSources
  private let query: Property<CompletionQuery?>
  private let choice = MutableProperty<Choice?>(nil)
  /// The number of characters before the word for which the user wants no suggestions.
  private let closed = MutableProperty<Int?>(nil)
  private var isApplying = false
  private let lifetime = Lifetime()

  init(room: RoomID, session: Session, draft: RoomDraft, world: World) {
    let query = draft.text.combineLatest(with: draft.position).map {
      CompletionQuery($0, cursor: $1)
    }
    let sources = CompletionSources(room: room, session: session, world: world)
    self.draft = draft
    self.query = query
    self.sources = sources
    let found = query.combineLatest(with: sources.changes).map { query, _ in
      query.map(sources.completions) ?? []
    }
    suggestions = choice.combineLatest(with: found).map { $0?.suggestions ?? $1 }
    chosen = choice.map { $0?.index }
    isOpen = suggestions.combineLatest(with: query).combineLatest(with: closed)
      .combineLatest(with: choice).map { values, choice in
        let ((suggestions, query), closed) = values
        return choice != nil || !suggestions.isEmpty && query?.start != closed
      }
    lifetime.add(
      query.observe { [closed] query in
        if closed.value != nil, query?.start != closed.value { closed.value = nil }
        sources.prepare(for: query)
      })
    // A text that was sent is gone without a key of the field's.
    lifetime.add(draft.text.observe { [weak self] _ in self?.edited() })
  }

  /// Whether the word could be completed, and nothing is found for it, at least not yet.
  public var isFruitless: Bool {
    query.value.map { $0.start != closed.value && !isOpen.value } ?? false
  }

  /// Puts the next suggestion, or the one before, in the place of the word.
  ///
  /// - Parameter edit: Changes the text as told; it is the composer's field that has the text.
  public func choose(by count: Int, edit: (CompletionEdit) -> Void) {
    guard isOpen.value, !suggestions.value.isEmpty else { return }
    let all = suggestions.value
    if var choice = choice.value {
      choice.index = (choice.index + count + all.count) % all.count
      apply(choice, replacing: choice.start..<choice.cursor, edit)
    } else if let query = query.value {
      let word = draft.text.value.dropFirst(query.start).prefix(query.length)
      let choice = Choice(
        suggestions: all, index: count > 0 ? 0 : all.count - 1, word: String(word),
        start: query.start)
      apply(choice, replacing: query.start..<query.start + query.length, edit)
    }
  }

  /// Closes the suggestions; what the user typed stands in the text again.
  public func close(edit: (CompletionEdit) -> Void) {
    guard let choice = choice.value else {
      closed.value = query.value?.start
      return
    }
    closed.value = choice.start
    self.choice.value = nil
    edit(CompletionEdit(range: choice.start..<choice.cursor, text: choice.word))
    closed.value = choice.start
  }

  /// Types a character right behind a suggestion that was put into the text.
  ///
  /// Its space is there already, and a mark takes the place of that, as on a phone.
  ///
  /// - Returns: False, without an effect, where the character is to be inserted as any other.
  public func type(_ character: Character, edit: (CompletionEdit) -> Void) -> Bool {
    guard let choice = choice.value,
      character == " " || choice.gap > 0 && Self.marks.contains(character)
    else { return false }
    self.choice.value = nil
    if character != " " {
      let range = choice.cursor - choice.gap..<choice.cursor
      edit(CompletionEdit(range: range, text: String(character)))
    }
    return true
  }

  private static let marks = Set<Character>(",.:;!?)'’")

  /// Closes the suggestions; the text stays as it is.
  public func makeRoom() {
    guard isOpen.value else { return }
    batch {
      closed.value = choice.value?.start ?? query.value?.start
      choice.value = nil
    }
  }

  /// The text or the cursor has changed.
  func edited() {
    guard !isApplying, let choice = choice.value else { return }
    if draft.text.value != choice.text || draft.cursor != choice.cursor { self.choice.value = nil }
  }

  private func apply(
    _ choice: Choice, replacing range: Range<Int>, _ edit: (CompletionEdit) -> Void
  ) {
    var choice = choice
    let completion = choice.suggestions[choice.index]
    let isGreeting = completion.target?.person != nil && choice.start == 0
    let end = isGreeting ? ": " : " "
    choice.gap = completion.words.hasPrefix("/") ? 0 : end.count
    isApplying = true
    edit(CompletionEdit(range: range, text: completion.words + end))
    isApplying = false
    choice.text = draft.text.value
    choice.cursor = draft.cursor
    self.choice.value = choice
    guard let target = completion.target else { return }
    let before = draft.text.value.prefix(choice.start).utf8.count
    let range = before..<before + completion.words.utf8.count
    guard draft.text.value.utf8.dropFirst(before).starts(with: completion.words.utf8) else {
      return
    }
    draft.link(PillText.Pill(range: range, target: target))
  }
}
