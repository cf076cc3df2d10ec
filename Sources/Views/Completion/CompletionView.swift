import Signals
import Terminal
import ViewModels

/// The suggestions for the word before the cursor, in front of the last messages.
final class CompletionView {
  let model: CompletionViewModel
  let tile: Tile
  private let field: TextField
  private let watch: Watch

  /// - Parameter field: The composer's field, which a choice changes.
  init(model: CompletionViewModel, field: TextField, needsDisplay: @escaping () -> Void) {
    self.model = model
    self.field = field
    tile = Tile(needsDisplay: needsDisplay)
    watch = Watch(tile.invalidate)
    watch(model.suggestions)
    watch(model.chosen)
    watch(model.isOpen)
  }

  var isOpen: Bool { model.isOpen.value }

  func choose(by count: Int) {
    model.choose(by: count, edit: edit)
  }

  func close() {
    model.close(edit: edit)
  }

  /// Types a character right behind a suggestion; returns whether it is to be typed nowhere else.
  func type(_ character: Character) -> Bool { model.type(character, edit: edit) }

  private func edit(_ change: CompletionEdit) {
    field.edit { $0.complete(change.range, with: change.text) }
  }

  /// The place of the suggestions in front of the messages; the oldest messages stay in view.
  func place(in timeline: Rect) -> Rect {
    timeline.bottomRows(min(model.suggestions.value.count, max(timeline.rows - 1, 1)))
  }

  func draw(in region: Region) {
    let suggestions = model.suggestions.value
    let height = region.rect.rows
    let chosen = model.chosen.value
    let first = max(0, (chosen ?? 0) - height + 1)
    for (row, index) in (first..<suggestions.count).prefix(height).enumerated() {
      draw(suggestions[index], row: row, isChosen: index == chosen, in: region)
    }
  }

  private func draw(_ suggestion: Completion, row: Int, isChosen: Bool, in region: Region) {
    let ground = region.on(isChosen ? .selection : .field)
    ground.fill(row: row)
    if isChosen { ground.put("▌", row: row, .accent) }
    // A long name must leave the ID its place: two people may have the same name.
    let width = region.rect.columns
    let note = min(SafeText.width(of: suggestion.noteText), width / 2)
    let used = ground.put(
      suggestion.titleText, column: 3, row: row, .text, width: max(width - note - 6, 4))
    ground.put(suggestion.noteText, column: used + 5, row: row, .dim, width: width - used - 6)
  }
}
