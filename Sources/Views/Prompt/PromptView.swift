import Signals
import Terminal
import ViewModels

/// A prompt that replaces the composer; the draft stays untouched.
final class PromptView {
  let model: PromptViewModel
  let field: TextField
  let tile: Tile
  private let watch: Watch

  init(model: PromptViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    field = TextField(
      model.text.value, isSecret: model.isSecret, needsDisplay: tile.invalidate
    ) { [model] in model.textChanged($0) }
    watch = Watch(tile.invalidate)
    watch(model.text) { [field] in field.show($0) }
    field.edit { $0.moveToLineEnd() }
    watch(model.errorText)
    watch(model.refusals) { [field] in if $0 > 0 { field.show("") } }
    watch(model.submit.isExecuting)
    watch(model.submit.isEnabled)
    watch(model.isConfirming)
    watch(model.suggestions)
    watch(model.isFinding)
    watch(model.chosenSuggestion)
    watch(model.optionText)
    watch(model.isListEmpty)
  }

  /// Whether an answer has been given and its work is not done.
  var isWorking: Bool { model.submit.isExecuting.value || model.isConfirming.value }

  /// Whether the work of an answer is going on.
  var isExecuting: Bool { model.submit.isExecuting.value }

  /// Whether the prompt expects yes or no instead of text.
  var isConfirmation: Bool { model.isConfirmation }

  var submitAvailability: Availability {
    if model.submit.isExecuting.value { return .disabled("Already in progress") }
    let hasNothing = model.isChoice || model.isListEmpty.value
    return .when(
      model.submit.isEnabled.value, else: hasNothing ? "Nothing found" : "Type an answer first")
  }

  var completionAvailability: Availability {
    .when(
      model.hasList && !model.isListEmpty.value || !model.suggestions.value.isEmpty
        || model.isFinding.value,
      else: "Nothing to complete")
  }

  func submit() {
    model.give()
  }

  /// Confirms, unless more keys follow immediately.
  func confirm() {
    model.confirm()
  }

  var optionAvailability: Availability { .shown(when: !model.optionText.value.isEmpty) }

  /// Inserts the selected suggestion into the field.
  func complete() {
    model.complete()
  }

  func moveSuggestion(by count: Int) {
    model.moveSuggestion(by: count)
  }

  /// The rows that the prompt needs at a given width.
  func rows(width: Int) -> Int {
    lines(width: width).count
  }

  func draw(in region: Region) {
    let missing = max(rows(width: region.rect.columns) - region.rect.rows, 0)
    for (row, line) in lines(width: region.rect.columns, without: missing).enumerated() {
      let part = region.part(region.rect.inset(left: 1, top: row, right: 1).topRows(1))
      switch line {
      case .text(let text, let role): part.put(text, role)
      case .field: drawField(in: part)
      case .suggestion(let index): drawSuggestion(index, in: part)
      case .subject(let quote): part.put(quote)
      }
    }
  }

  private enum Line {
    case text(SafeText, Role)
    case field
    case suggestion(Int)
    case subject(QuoteText)
  }

  /// More suggestions would leave no room for the context of the prompt, which a choice does not need.
  private var mostSuggestions: Int { model.isChoice ? 8 : 5 }

  /// The question and all that belongs to it, without the rows that the screen does not have: those of
  /// suggestions, which the chosen one moves into view, and then those of the question.
  private func lines(width: Int, without missing: Int = 0) -> [Line] {
    let width = max(width - 2, 2)
    var title = SafeText.wrapped(model.titleText, columns: width, limit: model.titleRows)
    let suggestions = shownSuggestions(without: missing)
    let missing = missing - (shownSuggestions().count - suggestions.count)
    if missing > 0, title.count > 2 {
      let most = max(title.count - missing, 2)
      title = SafeText.wrapped(model.titleText, columns: width, limit: most)
    }
    var lines: [Line] = title.map { .text($0, .accentStrong) }
    if let subject = model.subject { lines.append(.subject(subject)) }
    if isConfirmation {
      lines += SafeText.wrapped(model.placeholderText, columns: width, limit: 3)
        .map { .text($0, .dim) }
    } else {
      lines.append(.field)
    }
    if !model.optionText.value.isEmpty {
      lines += SafeText.wrapped(model.optionText.value, columns: width, limit: 3)
        .map { .text($0, .dim) }
    }
    if isWorking {
      lines.append(.text(SafeText("Working…"), .accent))
    } else if !model.errorText.value.isEmpty {
      lines += SafeText.wrapped("! " + model.errorText.value, columns: width, limit: 4)
        .map { .text($0, .error) }
    }
    if let text = nothingFoundText { lines.append(.text(SafeText(text), .dim)) }
    return lines + suggestions.map { .suggestion($0) }
  }

  /// Enter does nothing then.
  private var nothingFoundText: String? {
    if model.isListEmpty.value { return "No room has these letters; Enter does nothing" }
    guard model.isChoice, model.suggestions.value.isEmpty, !field.editor.isEmpty else { return nil }
    return "Nothing has these letters; Enter does nothing"
  }

  /// The suggestions around the chosen one, at least that one.
  private func shownSuggestions(without missing: Int = 0) -> Range<Int> {
    let count = model.suggestions.value.count
    let most = max(min(mostSuggestions, count) - missing, 1)
    let last = max(model.chosenSuggestion.value ?? 0, most - 1)
    return max(last - most + 1, 0)..<min(last + 1, count)
  }

  private func drawSuggestion(_ index: Int, in region: Region) {
    let suggestion = model.suggestions.value[index]
    let isChosen = index == model.chosenSuggestion.value
    let ground = region.on(isChosen ? .selection : .plain)
    if isChosen { ground.fill() }
    let used = ground.put(suggestion.titleText, column: 2, .text)
    ground.put(suggestion.noteText, column: used + 4, .dim)
  }

  private func drawField(in region: Region) {
    region.put(">", .accentStrong)
    let text = region.part(region.rect.inset(left: 2))
    if field.editor.isEmpty { text.put(model.placeholderText, .dim) }
    field.drawLine(in: text, hasFocus: true)
  }
}
