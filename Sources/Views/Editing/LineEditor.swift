/// The text of an input line with its cursor, kill buffer and undo history.
///
/// A pure value: the same edits give the same text on every screen. The cursor counts characters
/// (grapheme clusters), so a flag or an accented letter is one step. Words, kills and yanks follow
/// readline; line feeds separate lines.
struct LineEditor {
  /// The maximum text length in UTF-8 bytes, equal to the paste limit.
  ///
  /// Messages have a lower limit: the owner of the text enforces it, and the user shortens it here.
  static let maximumByteCount = 1 << 20

  /// The current text.
  private(set) var text: String

  /// The number of characters before the cursor, `0...text.count`.
  private(set) var cursor: Int

  /// Whether line feeds are kept; otherwise a pasted line feed becomes a space.
  let isMultiline: Bool

  /// The text removed by the last kill, for `yank`.
  private(set) var killed = ""

  /// The column that vertical moves try to keep.
  private(set) var wantedColumn: Int?

  private var history = EditHistory()
  private var lastEdit: LineEdit?

  /// Creates an editor with `text` and the cursor at its end.
  init(_ text: String = "", isMultiline: Bool = false) {
    self.text = text
    self.isMultiline = isMultiline
    cursor = text.count
  }

  /// Whether the text is empty.
  var isEmpty: Bool { text.isEmpty }

  /// Replaces the whole text and clears the undo history.
  ///
  /// Does nothing if the text is unchanged, so the cursor stays.
  mutating func reset(to newText: String) {
    guard newText != text else { return }
    text = newText
    cursor = newText.count
    history = EditHistory()
    lastEdit = nil
    wantedColumn = nil
  }

  /// Moves the cursor before the character at index `position`, clamped to the text.
  mutating func place(at position: Int, keeping column: Int? = nil) {
    cursor = min(max(position, 0), text.count)
    wantedColumn = column
    lastEdit = .move
  }

  /// Inserts text at the cursor, all or nothing.
  ///
  /// Line ends become line feeds (spaces on a single line); a tab becomes four spaces. Other
  /// control characters are dropped because the user could not see them to delete them. Returns
  /// whether the text fitted.
  @discardableResult
  mutating func insert(_ inserted: String) -> Bool {
    let cleaned = Self.cleaned(inserted, isMultiline: isMultiline)
    guard text.utf8.count + cleaned.utf8.count <= Self.maximumByteCount else { return false }
    guard !cleaned.isEmpty else { return true }
    let edit = LineEdit.insertion(
      isWordEnd: cleaned.count > 1 || cleaned.last?.isWhitespace == true)
    record(edit)
    replace(cursor..<cursor, with: cleaned)
    return true
  }

  /// Replaces a part of the text as one step for `undo`; the cursor goes behind it.
  mutating func complete(_ range: Range<Int>, with replacement: String) {
    let count = text.count
    let range = min(range.lowerBound, count)..<min(range.upperBound, count)
    let cleaned = Self.cleaned(replacement, isMultiline: isMultiline)
    guard text.utf8.count + cleaned.utf8.count <= Self.maximumByteCount else { return }
    record(.replacement)
    replace(range, with: cleaned)
  }

  /// Replaces a part of the text as `complete` does; the cursor stays where the user was writing.
  mutating func correct(_ range: Range<Int>, with replacement: String) {
    let (place, before) = (cursor, text.count)
    complete(range, with: replacement)
    guard place >= range.upperBound else { return }
    cursor = min(max(place + text.count - before, 0), text.count)
  }

  /// Removes everything; `undo` restores it.
  mutating func clear() {
    guard !text.isEmpty else { return }
    record(.replacement)
    text = ""
    cursor = 0
  }

  /// Undoes the last edit and returns whether there was one.
  @discardableResult
  mutating func undo() -> Bool {
    guard let earlier = history.pop() else { return false }
    text = earlier.text
    cursor = earlier.cursor
    lastEdit = nil
    wantedColumn = nil
    return true
  }

  // The edits below share these three steps.

  /// Saves the current state for `undo`, unless this edit continues the previous one.
  mutating func record(_ edit: LineEdit) {
    if !edit.continues(lastEdit) { history.push(text: text, cursor: cursor) }
    lastEdit = edit
    wantedColumn = nil
  }

  /// Replaces the characters in `range` and leaves the cursor after the replacement.
  mutating func replace(_ range: Range<Int>, with replacement: String) {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    let tail = text[end...]
    let head = String(text[..<start]) + replacement
    // A combining mark joins the character before it, so count in the joined text. The text that
    // follows may join the replacement too; the cursor then goes after the joined character.
    text = head + tail
    cursor = text.count - tail.count
    if cursor < 0 { cursor = 0 }
    let joined = text.index(text.startIndex, offsetBy: cursor)
    if text[..<joined].utf8.count < head.utf8.count { cursor += 1 }
    cursor = min(cursor, text.count)
  }

  /// Removes the characters in `range` and keeps them for `yank`; consecutive kills accumulate.
  mutating func kill(_ range: Range<Int>, isForward: Bool) {
    guard !range.isEmpty else { return }
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    let taken = String(text[start..<end])
    if case .kill = lastEdit {
      killed = isForward ? killed + taken : taken + killed
    } else {
      killed = taken
    }
    record(.kill)
    replace(range, with: "")
    cursor = min(range.lowerBound, text.count)
  }

  /// Makes a text that was removed elsewhere the last kill.
  mutating func keepForYank(_ text: String) {
    killed = text
    lastEdit = nil
  }

  /// Inserts the text of the last kill.
  mutating func yank() {
    insert(killed)
    lastEdit = .replacement
  }

  private static func cleaned(_ inserted: String, isMultiline: Bool) -> String {
    var result = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in inserted.unicodeScalars {
      switch scalar.value {
      case 0x0D: result.append(isMultiline ? "\n" : " ")
      case 0x0A: if !wasReturn { result.append(isMultiline ? "\n" : " ") }
      case 0x09: result.append(contentsOf: "    ".unicodeScalars)
      case 0x00..<0x20, 0x7F..<0xA0: break
      default: result.append(scalar)
      }
      wasReturn = scalar.value == 0x0D
    }
    return String(result)
  }
}
