import Signals
import Terminal
import ViewModels

/// A question in the composer's place; the draft waits untouched behind it.
final class PromptView {
  let model: PromptViewModel
  let field: TextField
  private let watch: Watch

  init(model: PromptViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    field = TextField(source: model.text, needsDisplay: needsDisplay) { [model] in
      model.textChanged($0)
    }
    watch = Watch(needsDisplay)
    watch(model.text) { [field] _ in field.synchronize() }
    watch(model.errorText)
    watch(model.submit.isExecuting)
    watch(model.submit.isEnabled)
  }

  /// Whether the answer is yes or no instead of a text.
  var isConfirmation: Bool { model.isConfirmation }

  var submitAvailability: Availability {
    if model.submit.isExecuting.value { return .disabled("Working on it already") }
    return .when(model.submit.isEnabled.value, else: "Type an answer first")
  }

  func submit() {
    model.submit.execute()
  }

  /// The rows that the question wants in a pane of some width.
  func rows(width: Int) -> Int {
    lines(width: width).count
  }

  func draw(in region: Region) {
    for (row, line) in lines(width: region.rect.columns).enumerated() {
      let part = region.part(region.rect.inset(left: 1, top: row, right: 1).topRows(1))
      switch line {
      case .text(let text, let role): part.put(text, role)
      case .field: drawField(in: part)
      }
    }
  }

  private enum Line {
    case text(SafeText, Role)
    case field
  }

  private func lines(width: Int) -> [Line] {
    let width = max(width - 2, 2)
    var lines: [Line] = SafeText.wrapped(model.titleText, columns: width, limit: 2)
      .map { .text($0, .accentStrong) }
    if !isConfirmation { lines.append(.field) }
    if model.submit.isExecuting.value {
      lines.append(.text(SafeText("Working…"), .accent))
    } else if !model.errorText.value.isEmpty {
      lines += SafeText.wrapped("! " + model.errorText.value, columns: width, limit: 2)
        .map { .text($0, .error) }
    }
    return lines
  }

  private func drawField(in region: Region) {
    region.put(">", .accentStrong)
    let text = region.part(region.rect.inset(left: 2))
    if field.editor.isEmpty { text.put(model.placeholderText, .dim) }
    field.drawLine(in: text, hasFocus: true)
  }
}
