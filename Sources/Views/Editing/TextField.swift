import Signals
import Terminal

/// An input line on the screen: an editor and its change handler.
final class TextField {
  private(set) var editor: LineEditor
  /// Whether the text is drawn as dots.
  let isSecret: Bool
  /// The width of the last frame, for moves by visual row.
  private var drawnWidth = 40
  private var layoutCache: (text: String, width: Int, profile: WidthProfile, layout: EditorLayout)?
  /// The style of a letter that, typed now, would change one cell of the last frame: that of the cursor.
  ///
  /// It can be shown before the next frame. Nil where it would change more.
  var echoStyle: Style?
  /// Whether the text is one of before: a typed or pasted text takes its place, any other edit keeps it.
  private(set) var isOffered = false
  private let textChanged: (String) -> Void
  private let cursorMoved: (Int) -> Void
  private let needsDisplay: () -> Void

  /// Creates a field; `textChanged` receives each new text, then `cursorMoved` each new position.
  ///
  /// If the text is also stored elsewhere, its owner calls ``show(_:)`` when it changes there. Only
  /// the field holds a secret; no view model exposes it.
  init(
    _ text: String = "", isMultiline: Bool = false, isSecret: Bool = false,
    needsDisplay: @escaping () -> Void, textChanged: @escaping (String) -> Void,
    cursorMoved: @escaping (Int) -> Void = { _ in }
  ) {
    editor = LineEditor(text, isMultiline: isMultiline)
    self.isSecret = isSecret
    self.needsDisplay = needsDisplay
    self.textChanged = textChanged
    self.cursorMoved = cursorMoved
  }

  /// What the field shows: the text, or one dot per character.
  var shownText: String {
    isSecret ? String(repeating: "•", count: editor.count) : editor.text
  }

  /// Takes the view model's text unless the field already has it.
  func show(_ text: String) {
    guard text != editor.text else { return }
    editor.reset(to: text)
    needsDisplay()
  }

  /// Makes a text what `yank` inserts; an empty one changes nothing.
  func keepForYank(_ text: String) {
    if !text.isEmpty { editor.keepForYank(text) }
  }

  /// Changes the editor and reports a changed text and a moved cursor.
  func edit(_ change: (inout LineEditor) -> Void) {
    let (text, cursor) = (editor.text, editor.cursor)
    isOffered = false
    change(&editor)
    needsDisplay()
    // Most edits change the length, which is known; a comparison reads both texts.
    let isChanged = editor.text.utf8.count != text.utf8.count || editor.text != text
    if isChanged { textChanged(editor.text) }
    if editor.cursor != cursor { cursorMoved(editor.cursor) }
  }

  /// Inserts typed or pasted text; returns false if not all of it fitted.
  func insert(_ text: String) -> Bool {
    var fits = true
    let isOffered = isOffered
    edit {
      if isOffered { $0.clear() }
      fits = $0.insert(text)
    }
    return fits
  }

  /// Marks the text as one of before.
  func offer() {
    isOffered = !editor.isEmpty
    needsDisplay()
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
