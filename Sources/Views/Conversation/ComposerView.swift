import Signals
import Terminal
import ViewModels

/// The input line of a conversation; it grows up to five rows.
final class ComposerView {
  /// The maximum height of the composer in rows.
  static let maximumRows = 5

  let model: ComposerViewModel
  let field: TextField
  let tile: Tile
  private let watch: Watch

  init(model: ComposerViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    field = TextField(
      model.draftText.value, isMultiline: true, needsDisplay: tile.invalidate,
      textChanged: { [model] in model.draftChanged($0) },
      cursorMoved: { [model] in model.cursorMoved(to: $0) })
    field.edit { $0.place(at: model.draftCursor) }
    watch = Watch(tile.invalidate)
    watch.follow(model.draftText) { [field] in field.show($0) }
    watch.follow(model.droppedText) { [field] in field.keepForYank($0) }
    watch(model.isEnabled)
    watch(model.disabledReasonText)
    watch(model.placeholderText)
    watch(model.errorText)
    watch(model.banner)
    watch(model.spelling.marks)
  }

  /// Whether the user can type.
  var editAvailability: Availability {
    .when(model.isEnabled.value, else: model.disabledReasonText.value)
  }

  /// Whether Enter sends; an empty line is never sent.
  var sendAvailability: Availability {
    guard model.isEnabled.value else { return editAvailability }
    let isTooLong = !model.send.isEnabled.value && !model.errorText.value.isEmpty
    return .when(
      model.send.isEnabled.value,
      else: isTooLong ? model.errorText.value : model.blankText)
  }

  func moveRow(by count: Int) {
    if model.isEnabled.value { field.moveRow(by: count) }
  }

  /// The rows that the composer needs at a given width.
  func rows(width: Int) -> Int {
    let width = max(width - 4, 2)
    guard model.isEnabled.value else {
      return SafeText.wrapped(model.disabledReasonText.value, columns: width, limit: 2).count
    }
    return min(field.layout(width: width).rows.count, Self.maximumRows)
      + errorLines(width).count + (model.banner.value == nil ? 0 : 1)
  }

  func draw(in region: Region, hasFocus: Bool) {
    let text = region.part(region.rect.inset(left: 3, right: 1))
    guard model.isEnabled.value else {
      region.put("×", column: 1, .dim)
      text.paragraph(model.disabledReasonText.value, .dim)
      return
    }
    let banner = model.banner.value
    if let banner { drawBanner(banner, in: region) }
    let errors = errorLines(text.rect.columns)
    let above = banner == nil ? 0 : 1
    for (row, line) in errors.enumerated() { text.put(line, row: above + row, .error) }
    let input = text.part(text.rect.inset(top: above + errors.count))
    region.put(">", column: 1, row: above + errors.count, hasFocus ? .accentStrong : .dim)
    if field.editor.isEmpty { input.put(model.placeholderText.value, .dim) }
    field.draw(in: input, marks: model.spelling.marks.value, hasFocus: hasFocus)
  }

  private func drawBanner(_ banner: ComposerBanner, in region: Region) {
    let line = region.part(region.rect.inset(left: 1, right: 1))
    line.put("↪", .accent)
    let used = line.put(banner.titleText, column: 2, .accent)
    line.put(banner.quote, column: used + 3)
  }

  /// Why the last text could not be queued.
  private func errorLines(_ width: Int) -> [SafeText] {
    let error = model.errorText.value
    return error.isEmpty ? [] : SafeText.wrapped("! " + error, columns: width, limit: 2)
  }
}
