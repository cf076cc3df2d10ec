import Signals
import Terminal
import ViewModels

/// The composed message as others will see it, in front of the last messages.
final class PreviewView {
  let model: PreviewViewModel
  let tile: Tile
  private let watch: Watch
  private let key: (String) -> String

  init(model: PreviewViewModel, host: ScreenHost, needsDisplay: @escaping () -> Void) {
    key = host.key
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    watch = Watch(tile.invalidate)
    watch(model.row)
  }

  /// Adds the preview to a scene while it is open, as high as its message.
  func compose(in timeline: Rect, into scene: inout Scene) {
    guard let row = model.row.value, timeline.rows > 2 else { return }
    let columns = MessageColumns(
      width: timeline.columns, timeWidth: max(row.timeText.count, 5))
    let layout = MessageLayoutBuilder.layout(row, picture: .none, columns: columns)
    let card = timeline.bottomRows(layout.height + 1)
    let label = "as others will see it, \(key("preview")) closes"
    scene.add(tile, at: card, inputs: [label, "\(columns)"]) {
      Self.draw(layout, label, in: $0)
    }
  }

  /// Draws the message below a line; of a long one the end, where the user is writing.
  private static func draw(_ layout: MessageLayout, _ label: String, in region: Region) {
    region.rule(label: label, role: .accent)
    let body = region.part(region.rect.inset(top: 1))
    let first = max(layout.lines.count - body.rect.rows, 0)
    for (row, spans) in layout.lines.dropFirst(first).enumerated() {
      for span in spans { body.place(span.text, column: span.column, row: row, span.role) }
    }
  }
}
