import SeededRandom
import Testing

@testable import Views

@MainActor
@Suite("LineEditor")
struct LineEditorTests {
  /// One edit of the table: `|` marks the cursor.
  struct Row: Sendable, CustomTestStringConvertible {
    let before: String
    let edit: @MainActor @Sendable (inout LineEditor) -> Void
    let after: String
    let name: String
    var testDescription: String { "\(name): \(before) -> \(after)" }

    nonisolated init(
      _ name: String, _ before: String, _ after: String,
      _ edit: @escaping @MainActor @Sendable (inout LineEditor) -> Void
    ) {
      (self.name, self.before, self.after, self.edit) = (name, before, after, edit)
    }
  }

  nonisolated static let rows: [Row] = [
    Row("C-a", "one two|", "|one two") { $0.moveToLineStart() },
    Row("C-a on a second line", "one\ntwo|", "one\n|two") { $0.moveToLineStart() },
    Row("C-e", "one\n|two\nsix", "one\ntwo|\nsix") { $0.moveToLineEnd() },
    Row("C-b at the start", "|one", "|one") { $0.move(by: -1) },
    Row("C-f at the end", "one|", "one|") { $0.move(by: 1) },
    Row("M-b", "one two-three|", "one two-|three") { $0.moveWordBackward() },
    Row("M-b over blanks", "one   |", "|one   ") { $0.moveWordBackward() },
    Row("M-f", "on|e two", "one| two") { $0.moveWordForward() },
    Row("M-f over blanks", "one| two", "one two|") { $0.moveWordForward() },
    Row("Backspace", "one|two", "on|two") { $0.deleteBackward() },
    Row("Backspace at the start", "|one", "|one") { $0.deleteBackward() },
    Row("Backspace of a family", "a👩‍👩‍👧|b", "a|b") { $0.deleteBackward() },
    Row("Backspace of an accent", "e\u{301}|", "|") { $0.deleteBackward() },
    Row("C-d", "o|ne", "o|e") { $0.deleteForward() },
    Row("C-d at the end", "one|", "one|") { $0.deleteForward() },
    Row("C-k", "one| two\nsix", "one|\nsix") { $0.killToLineEnd() },
    Row("C-k joins lines", "one|\nsix", "one|six") { $0.killToLineEnd() },
    Row("C-k at the end", "one|", "one|") { $0.killToLineEnd() },
    Row("C-u", "six\none |two", "six\n|two") { $0.killToLineStart() },
    Row("C-u joins lines", "six\n|two", "six|two") { $0.killToLineStart() },
    Row("C-w takes punctuation", "one two-three |", "one |") { $0.killToBlank() },
    Row("M-Backspace stops at punctuation", "one two-three|", "one two-|") {
      $0.killWordBackward()
    },
    Row("M-d", "one| two six", "one| six") { $0.killWordForward() },
    Row("C-w then C-y", "one two|", "one two|") {
      $0.killToBlank()
      $0.yank()
    },
    Row("kills in a row add up", "one two six|", "two six|") {
      $0.killToBlank()
      $0.killToBlank()
      $0.clear()
      $0.yank()
    },
    Row("a kill forward adds behind", "a b| c d", "a b| c d") {
      $0.killToLineStart()
      $0.killToLineEnd()
      $0.yank()
      $0.move(by: -4)
    },
    Row("insert", "a|c", "ab|c") { $0.insert("b") },
    Row("insert of a combining mark", "e|x", "e\u{301}|x") { $0.insert("\u{301}") },
    Row("insert that joins what follows", "a|👧", "a👩\u{200D}👧|") { $0.insert("👩\u{200D}") },
    Row("paste of line ends", "|", "a\nb\nc\nd|") { $0.insert("a\r\nb\rc\nd") },
    Row("paste of controls", "|", "a[2J    b|") { $0.insert("a\u{1B}[2J\tb\u{9B}\u{7F}\u{0}") },
    Row("clear", "one|", "|") { $0.clear() },
    Row("C-_ after clear", "one|", "one|") {
      $0.clear()
      $0.undo()
    },
    Row("C-_ takes back a word", "one|", "one|") {
      for letter in [" ", "t", "w", "o"] { $0.insert(letter) }
      $0.undo()
      $0.undo()
    },
    Row("C-_ takes back deletions at once", "one|", "one|") {
      $0.deleteBackward()
      $0.deleteBackward()
      $0.undo()
    },
    Row("C-_ with nothing to take back", "one|", "one|") { $0.undo() },
  ]

  @Test("edits behave like readline", arguments: rows)
  func edits(_ row: Row) {
    var editor = Self.editor(row.before)

    row.edit(&editor)

    #expect(Self.marked(editor) == row.after)
  }

  @Test("a single-line editor turns a pasted line end into a blank")
  func singleLine() {
    var editor = LineEditor()

    editor.insert("a\r\nb\nc")

    #expect(editor.text == "a b c")
  }

  @Test("text that does not fit changes nothing and is reported")
  func bound() {
    var editor = LineEditor(isMultiline: true)

    let fits = editor.insert(String(repeating: "é", count: LineEditor.maximumByteCount))

    #expect(!fits)
    #expect(editor.text == "")
    editor.insert("é")
    #expect(editor.text == "é")
  }

  @Test("resetting to the same text keeps the cursor; another text clears the history")
  func reset() {
    var editor = Self.editor("o|ne")

    editor.reset(to: "one")
    #expect(editor.cursor == 1)
    editor.insert("x")
    editor.reset(to: "six")
    #expect(editor.cursor == 3)
    let undid = editor.undo()
    #expect(!undid)
  }

  @Test("characters and cursor are right whatever joins", arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", " ", "\n", "é", "e", "\u{301}", "👩", "\u{200D}", "👧", "🇩", "🇪", "🇫🇷", "क", "\u{94D}", "त",
      "\u{600}", "好", "word ",
    ]
    var editor = LineEditor(isMultiline: true)
    for step in 0..<300 {
      let (text, cursor) = (editor.text, editor.cursor)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: editor.place(at: Int.random(in: 0...max(editor.count, 1), using: &random))
      case 1: editor.place(at: editor.count)
      case 2: editor.deleteBackward()
      case 3 where step % 5 == 0: editor.undo()
      default:
        let piece = pieces.randomElement(using: &random) ?? "a"
        editor.insert(piece)
        let start = text.index(text.startIndex, offsetBy: cursor)
        let head = text[..<start] + piece
        #expect(editor.text.unicodeScalars.elementsEqual((head + text[start...]).unicodeScalars))
        // The cursor is behind what was inserted, or behind the character that this is a part of.
        let end = editor.text.index(editor.text.startIndex, offsetBy: editor.cursor)
        let bytes = editor.text[..<end].utf8.count
        #expect(bytes >= head.utf8.count, "seed \(seed), step \(step)")
      }
      #expect(editor.count == editor.text.count, "seed \(seed), step \(step)")
      #expect((0...editor.count).contains(editor.cursor))
    }
  }

  @Test("letter after letter makes a long text")
  func long() {
    var editor = LineEditor(isMultiline: true)
    let line = "see https://example.org: grün, and on it goes\n"
    for _ in 0..<450 { for letter in line { editor.insert(String(letter)) } }
    #expect(editor.count == 450 * line.count && editor.cursor == editor.count)
    #expect(editor.text == String(repeating: line, count: 450))
    editor.move(by: -3)
    for _ in 0..<1_000 { editor.insert("x") }
    #expect(editor.count == 450 * line.count + 1_000 && editor.cursor == editor.count - 3)
  }

  static func editor(_ marked: String) -> LineEditor {
    // Search by scalar, because the mark could join a cluster; then join the halves.
    let scalars = marked.unicodeScalars
    let mark = scalars.firstIndex(of: "|") ?? scalars.endIndex
    let head = String(scalars[..<mark])
    let tail = String(scalars[mark...].dropFirst())
    var editor = LineEditor(head + tail, isMultiline: true)
    editor.place(at: head.count)
    return editor
  }

  static func marked(_ editor: LineEditor) -> String {
    String(editor.text.prefix(editor.cursor)) + "|" + String(editor.text.dropFirst(editor.cursor))
  }
}
