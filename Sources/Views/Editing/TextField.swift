import Signals
import Terminal

/// An input line on the screen: an editor, and who hears of its changes.
final class TextField {
  private(set) var editor: LineEditor
  /// Whether the text is drawn as dots.
  let isSecret: Bool
  /// The width that the text had when it was last drawn, for moves by visual row.
  private var drawnWidth = 40
  private var layoutCache: (text: String, width: Int, profile: WidthProfile, layout: EditorLayout)?
  private let textChanged: (String) -> Void
  private let needsDisplay: () -> Void

  /// Makes a field; `textChanged` hears each new text.
  ///
  /// Whoever holds the text elsewhere calls ``show(_:)`` when it changes there; a secret, which no
  /// view model gives out, is held by the field alone.
  init(
    _ text: String = "", isMultiline: Bool = false, isSecret: Bool = false,
    needsDisplay: @escaping () -> Void, textChanged: @escaping (String) -> Void
  ) {
    editor = LineEditor(text, isMultiline: isMultiline)
    self.isSecret = isSecret
    self.needsDisplay = needsDisplay
    self.textChanged = textChanged
  }

  /// What the field shows: the text, or a dot for each of its characters.
  var shownText: String {
    isSecret ? String(repeating: "•", count: editor.text.count) : editor.text
  }

  /// Takes the view model's text, unless it is what the field has already.
  func show(_ text: String) {
    editor.reset(to: text)
  }

  /// Changes the editor and tells about a new text.
  func edit(_ change: (inout LineEditor) -> Void) {
    let before = editor.text
    change(&editor)
    needsDisplay()
    if editor.text != before { textChanged(editor.text) }
  }

  /// Inserts typed or pasted text; false when not all of it found room.
  func insert(_ text: String) -> Bool {
    var fits = true
    edit { fits = $0.insert(text) }
    return fits
  }

  /// Moves the cursor by visual rows.
  func moveRow(by count: Int) {
    let layout = layout(width: drawnWidth)
    edit { $0.moveRow(by: count, in: layout) }
  }

  /// The visual rows of the text at a width.
  func layout(width: Int) -> EditorLayout {
    let text = shownText
    let profile = WidthProfile.current
    if let cache = layoutCache, cache.width == width, cache.profile == profile, cache.text == text {
      return cache.layout
    }
    let layout = EditorLayout(text, width: max(width, 2), cellWidth: SafeText.width(of:))
    layoutCache = (text, width, profile, layout)
    drawnWidth = width
    return layout
  }
}
