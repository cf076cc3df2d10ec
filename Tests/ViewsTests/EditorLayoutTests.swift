import Testing

@testable import Views

@MainActor
@Suite("EditorLayout")
struct EditorLayoutTests {
  @Test(
    "text breaks into rows",
    arguments: [
      ("", [""]),
      ("abc", ["abc"]),
      ("ab cd ef", ["ab cd ", "ef"]),
      ("abcdefgh", ["abcdef", "gh"]),
      ("abcdef", ["abcdef", ""]),
      ("ab\ncd", ["ab", "cd"]),
      ("ab\n", ["ab", ""]),
      ("\n\n", ["", "", ""]),
      ("你好你好", ["你好你", "好"]),
      ("a你好你", ["a你好", "你"]),
      ("ab cdefghij", ["ab ", "cdefgh", "ij"]),
    ])
  func rows(text: String, expected: [String]) {
    let layout = Self.layout(text)

    let rows = layout.rows.map { row in
      String(text.dropFirst(row.characters.lowerBound).prefix(row.characters.count))
    }
    #expect(rows == expected)
  }

  @Test(
    "the cursor always has a cell",
    arguments: [
      ("abc", 3, 0, 3), ("abcdef", 6, 1, 0), ("ab cd ef", 6, 1, 0), ("ab\ncd", 2, 0, 2),
      ("ab\ncd", 3, 1, 0), ("你好", 1, 0, 2), ("", 0, 0, 0),
    ])
  func cursor(text: String, cursor: Int, row: Int, column: Int) {
    #expect(Self.layout(text).position(of: cursor) == .init(row: row, column: column))
  }

  @Test("vertical moves keep the desired column across a short row")
  func wantedColumn() {
    var editor = LineEditor("abcd\nx\nabcd", isMultiline: true)
    let layout = Self.layout(editor.text)

    editor.moveRow(by: -1, in: layout)
    #expect(layout.position(of: editor.cursor) == .init(row: 1, column: 1))
    editor.moveRow(by: -1, in: layout)
    #expect(layout.position(of: editor.cursor) == .init(row: 0, column: 4))
    let moved = editor.moveRow(by: -1, in: layout)
    #expect(!moved)
    #expect(editor.cursor == 4)
  }

  @Test(
    "a row is drawn in runs of ASCII, and every other character alone",
    arguments: [
      ("abc", ["abc"]), ("aé", ["a", "é"]), ("a\u{301}b", ["a\u{301}", "b"]),
      ("a你好b", ["a", "你", "好", "b"]), ("", []), ("x\r\n", ["x"]),
      ("a👩‍👩‍👧b", ["a", "👩‍👩‍👧", "b"]),
    ])
  func pieces(text: String, expected: [String]) {
    let layout = Self.layout(text)
    let pieces = layout.pieces(of: layout.rows[0])

    #expect(pieces.map(\.text) == expected)
    #expect(
      pieces.map(\.column)
        == expected.indices.map { Self.layout(expected[..<$0].joined()).position(of: 99).column })
  }

  @Test("a text of pieces, each after each, has the characters that Swift sees")
  func characters() {
    let parts = ["a", "b ", "\r", "\n", "é", "e", "\u{301}", "你", "👩", "\u{200D}", "👧", "🇩", "1️⃣"]
    for first in parts {
      for second in parts {
        for third in parts {
          let text = first + second + third
          var seen: [Character] = []
          var ends: [Int] = []
          EditorCharacters(text).forEach { element, end in
            switch element {
            case .ascii(let byte): seen.append(Character(Unicode.Scalar(byte)))
            case .other(let character): seen.append(character)
            }
            ends.append(end)
          }
          #expect(ends.last == text.utf8.count)
          #expect(seen == Array(text), "\(text.unicodeScalars.map(\.value))")
        }
      }
    }
  }

  static func layout(_ text: String) -> EditorLayout {
    EditorLayout(text, width: 6) { $0.unicodeScalars.allSatisfy { $0.isASCII } ? 1 : 2 }
  }
}
