extension LineEditor {
  /// Moves by characters; negative is left.
  mutating func move(by count: Int) {
    place(at: cursor + count)
  }

  /// Moves to the start of the word before the cursor.
  mutating func moveWordBackward() {
    place(at: wordStart)
  }

  /// Moves past the end of the word after the cursor.
  mutating func moveWordForward() {
    place(at: wordEnd)
  }

  /// Moves to the start of the line.
  mutating func moveToLineStart() {
    place(at: lineStart)
  }

  /// Moves to the end of the line.
  mutating func moveToLineEnd() {
    place(at: lineEnd)
  }

  /// Removes the character before the cursor.
  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    record(.deletion)
    replace(cursor - 1..<cursor, with: "")
  }

  /// Removes the character under the cursor.
  mutating func deleteForward() {
    guard cursor < count else { return }
    record(.deletion)
    replace(cursor..<cursor + 1, with: "")
  }

  /// Kills to the end of the line, or the line feed if the cursor is already there.
  mutating func killToLineEnd() {
    let end = lineEnd
    kill(cursor..<(end > cursor ? end : min(cursor + 1, count)), isForward: true)
  }

  /// Kills to the start of the line, or the line feed if the cursor is already there.
  mutating func killToLineStart() {
    let start = lineStart
    kill((start < cursor ? start : max(cursor - 1, 0))..<cursor, isForward: false)
  }

  /// Kills back to the blank before the cursor (C-w).
  mutating func killToBlank() {
    kill(start(of: { !$0.isWhitespace })..<cursor, isForward: false)
  }

  /// Kills back to the start of the word (M-Backspace).
  mutating func killWordBackward() {
    kill(wordStart..<cursor, isForward: false)
  }

  /// Kills to the end of the word (M-d).
  mutating func killWordForward() {
    kill(cursor..<wordEnd, isForward: true)
  }

  private var lineStart: Int {
    let before = text.prefix(cursor)
    guard let feed = before.lastIndex(where: \.isNewline) else { return 0 }
    return before.distance(from: before.startIndex, to: feed) + 1
  }

  private var lineEnd: Int {
    let after = text.dropFirst(cursor)
    guard let feed = after.firstIndex(where: \.isNewline) else { return count }
    return cursor + after.distance(from: after.startIndex, to: feed)
  }

  private var wordStart: Int {
    start(of: Self.isWordCharacter)
  }

  private var wordEnd: Int {
    let after = text.dropFirst(cursor)
    let gap = after.prefix { !Self.isWordCharacter($0) }.count
    return cursor + gap + after.dropFirst(gap).prefix(while: Self.isWordCharacter).count
  }

  private func start(of isPart: (Character) -> Bool) -> Int {
    let before = text.prefix(cursor).reversed()
    let gap = before.prefix { !isPart($0) }.count
    return cursor - gap - before.dropFirst(gap).prefix(while: isPart).count
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
