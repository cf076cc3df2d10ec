package import Controllers
import Signals

extension MainViewModel {
  /// Lists what the misspelled word at the cursor may stand for.
  ///
  /// - Parameters:
  ///   - edit: Changes the composer's text as told.
  ///   - tell: Says why there is no list.
  public func correctWord(
    edit: @escaping (CompletionEdit) -> Void, tell: @escaping (String) -> Void
  ) {
    guard let spelling = conversation.value?.composer.spelling else { return }
    guard let controller = world.spelling.value else {
      return tell("Spelling is switched off in the settings")
    }
    guard let word = spelling.wordToCorrect else {
      spellingWork.inner = controller.problem().observe(on: .main).subscribe { problem in
        tell(problem.map(SpellingText.sentence) ?? "No word here is marked as misspelled")
      }
      return
    }
    let rows = MutableProperty<[SheetRow]>([])
    let note = MutableProperty("Loading…")
    let sheet = SheetViewModel(
      title: "In place of \(word.text)", rows: rows, note: note, concernsDraft: true
    ) { [weak self] row in
      self?.closeSheet()
      self?.take(row, for: word, spelling, edit: edit, tell: tell)
    }
    show(
      sheet,
      with: controller.suggestions(for: word.text).observe(on: .main).subscribe(
        value: { found in
          batch {
            rows.value = found.map { SheetRow(suggestion: $0) } + [.addition(of: word.text)]
            note.value = found.isEmpty ? "The dictionary has no similar word." : ""
          }
        },
        failed: { note.value = SpellingText.sentence($0) }))
  }

  private func take(
    _ row: SheetRow, for word: DraftWords.Word, _ spelling: SpellingViewModel,
    edit: (CompletionEdit) -> Void, tell: @escaping (String) -> Void
  ) {
    guard row.id == SheetRow.addition(of: "").id else {
      guard spelling.has(word) else { return tell("The text is another one now: nothing changed") }
      return edit(CompletionEdit(range: word.range, text: row.quote.bodyText))
    }
    guard let controller = world.spelling.value else { return }
    // The word is to be added even when the user leaves meanwhile.
    let work = controller.add(word.text).detached()
    spellingWork.inner = work.observe(on: .main).subscribe(
      value: { _ in }, failed: { tell(SpellingText.sentence($0)) },
      completed: { spelling.accept(word) })
  }
}

/// Words about dictionaries.
package enum SpellingText {
  /// Why no words can be checked.
  package static func sentence(_ problem: SpellingProblem) -> String {
    switch problem {
    case .noLibrary: "No spelling: the library enchant 2 is missing (Debian: libenchant-2-2)"
    case .noDictionary(let languages):
      "No spelling: no dictionary for \(languages.joined(separator: ", ")) is installed "
        + "(Debian: hunspell-en-us and others)"
    }
  }
}

extension SheetRow {
  fileprivate init(suggestion word: String) {
    self.init(id: RowID("word \(word)"), timeText: "", quote: QuoteText(bodyText: word))
  }

  fileprivate static func addition(of word: String) -> SheetRow {
    SheetRow(
      id: RowID("add"), timeText: "", quote: QuoteText(noteText: "add \(word) to my words"))
  }
}
