import Signals
import Terminal
import ViewModels

/// The names of a room's members, beside its messages.
final class MembersView {
  let tile: Tile
  private let model: MembersViewModel
  private let watch: Watch

  init(model: MembersViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    watch = Watch(tile.invalidate)
    watch(model.names)
    watch(model.statusText)
  }

  /// Draws as many names as fit; `count` is the number of members.
  func draw(in region: Region, count: String) {
    model.appeared()
    region.put("members \(count)", column: 1, .dim)
    region.rule(row: 1)
    let body = region.part(region.rect.inset(left: 1, top: 2, right: 1))
    let status = SafeText.wrapped(model.statusText.value, columns: body.rect.columns, limit: 3)
    let hasStatus = !model.statusText.value.isEmpty
    let names = model.names.value
    let rows = max(body.rect.rows - (hasStatus ? status.count : 0), 1)
    let isCut = names.count > rows
    for (row, name) in names.prefix(isCut ? rows - 1 : rows).enumerated() {
      body.put(name, row: row, .text)
    }
    if isCut { body.put("…", row: rows - 1, .note) }
    guard hasStatus else { return }
    for (row, line) in status.enumerated() { body.put(line, row: rows + row, .note) }
  }
}
