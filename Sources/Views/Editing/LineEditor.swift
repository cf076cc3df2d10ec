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

  /// The number of characters, kept because counting them looks at all of the text.
  private(set) var count: Int

  /// The number of characters before the cursor, `0...count`.
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
    count = text.count
    cursor = count
  }

  /// Whether the text is empty.
  var isEmpty: Bool { text.isEmpty }

  /// Replaces the whole text and clears the undo history.
  ///
  /// Does nothing if the text is unchanged, so the cursor stays.
  mutating func reset(to newText: String) {
    guard newText != text else { return }
    text = newText
    count = newText.count
    cursor = count
    history = EditHistory()
    lastEdit = nil
    wantedColumn = nil
  }

  /// Moves the cursor before the character at index `position`, clamped to the text.
  mutating func place(at position: Int, keeping column: Int? = nil) {
    cursor = min(max(position, 0), count)
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
    let range = min(range.lowerBound, count)..<min(range.upperBound, count)
    let cleaned = Self.cleaned(replacement, isMultiline: isMultiline)
    guard text.utf8.count + cleaned.utf8.count <= Self.maximumByteCount else { return }
    record(.replacement)
    replace(range, with: cleaned)
  }

  /// Replaces a part of the text as `complete` does; the cursor stays where the user was writing.
  mutating func correct(_ range: Range<Int>, with replacement: String) {
    let (place, before) = (cursor, count)
    complete(range, with: replacement)
    guard place >= range.upperBound else { return }
    cursor = min(max(place + count - before, 0), count)
  }

  /// Removes everything; `undo` restores it.
  mutating func clear() {
    guard !text.isEmpty else { return }
    record(.replacement)
    text = ""
    count = 0
    cursor = 0
  }

  /// Undoes the last edit and returns whether there was one.
  @discardableResult
  mutating func undo() -> Bool {
    guard let earlier = history.pop() else { return false }
    text = earlier.text
    count = text.count
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
    let bounds = bounds(of: range)
    // A combining mark joins the character before it, so count in the joined text. The text that
    // follows may join the replacement too; the cursor then goes after the joined character.
    let before = text[..<bounds.lowerBound].last.map { String($0) } ?? ""
    let after = text[bounds.upperBound...].first.map { String($0) } ?? ""
    let joined = before + replacement + after
    let kept = count - range.count - (before.isEmpty ? 0 : 1) - (after.isEmpty ? 0 : 1)
    let tail = count - range.upperBound
    guard after.isEmpty || joined.last?.utf8.count == after.utf8.count else {
      return replaceJoining(bounds, with: replacement, tail: tail)
    }
    // The characters from there on, and those before, are the same as before.
    text.replaceSubrange(bounds, with: replacement)
    count = kept + joined.count
    cursor = count - tail
  }

  /// Replaces a part of the text that the following characters join.
  private mutating func replaceJoining(
    _ bounds: Range<String.Index>, with replacement: String, tail: Int
  ) {
    let head = String(text[..<bounds.lowerBound]) + replacement
    text = head + text[bounds.upperBound...]
    count = text.count
    cursor = max(count - tail, 0)
    let joined = text.index(text.startIndex, offsetBy: cursor)
    if text[..<joined].utf8.count < head.utf8.count { cursor += 1 }
    cursor = min(cursor, count)
  }

  /// Where characters are, found from the nearer end: most edits are at the end of the text.
  private func bounds(of range: Range<Int>) -> Range<String.Index> {
    guard range.lowerBound > count / 2 else {
      let start = text.index(text.startIndex, offsetBy: range.lowerBound)
      return start..<text.index(start, offsetBy: range.count)
    }
    let end = text.index(text.endIndex, offsetBy: range.upperBound - count)
    return text.index(end, offsetBy: -range.count)..<end
  }

  /// Removes the characters in `range` and keeps them for `yank`; consecutive kills accumulate.
  mutating func kill(_ range: Range<Int>, isForward: Bool) {
    guard !range.isEmpty else { return }
    let taken = String(text[bounds(of: range)])
    if case .kill = lastEdit {
      killed = isForward ? killed + taken : taken + killed
    } else {
      killed = taken
    }
    record(.kill)
    replace(range, with: "")
    cursor = min(range.lowerBound, count)
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
