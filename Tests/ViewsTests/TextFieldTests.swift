import Signals
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("TextField")
struct TextFieldTests {
  /// A field's rows on a small screen, with the cursor as "column,row".
  static func drawing(_ field: TextField, columns: Int = 8, rows: Int = 3, isLine: Bool = false)
    -> [String]
  {
    var canvas = Canvas(size: Size(columns: columns, rows: rows))
    Frame().draw(into: &canvas) { region in
      if isLine {
        field.drawLine(in: region, hasFocus: true)
      } else {
        field.draw(in: region, hasFocus: true)
      }
    }
    let cursor = canvas.cursor.map { "\($0.column),\($0.row)" } ?? "none"
    return canvas.screenText() + [cursor]
  }

  static func field(_ text: String, isSecret: Bool = false) -> TextField {
    let field = TextField(
      isMultiline: !isSecret, isSecret: isSecret, needsDisplay: {}
    ) { _ in }
    _ = field.insert(text)
    return field
  }

  @Test("the rows around the cursor are shown")
  func scrolling() {
    let field = Self.field("one\ntwo\nsix\nten")

    #expect(Self.drawing(field) == ["two", "six", "ten", "3,2"])
    field.edit { $0.place(at: 0) }
    #expect(Self.drawing(field) == ["one", "two", "six", "0,0"])
  }

  @Test("a wide character is one step and two columns")
  func wide() {
    let field = Self.field("a好b")
    #expect(Self.drawing(field) == ["a好b", "", "", "4,0"])

    field.edit { $0.move(by: -1) }
    #expect(Self.drawing(field).last == "3,0")
    field.edit { $0.move(by: -1) }
    #expect(Self.drawing(field).last == "1,0")
  }

  @Test("a single line scrolls to keep the cursor visible")
  func line() {
    let field = Self.field("0123456789")
    #expect(Self.drawing(field, rows: 1, isLine: true) == ["3456789", "7,0"])

    field.edit { $0.moveToLineStart() }
    #expect(Self.drawing(field, rows: 1, isLine: true) == ["01234567", "0,0"])
  }

  @Test("a secret is never drawn, and its blanks never affect wrapping")
  func secret() {
    let field = Self.field("my pass word", isSecret: true)

    let rows = Self.drawing(field, columns: 20, rows: 1, isLine: true)

    #expect(rows == ["••••••••••••", "12,0"])
    #expect(field.editor.text == "my pass word")
  }

  @Test("hostile text does not leave the field", arguments: HostileText.all)
  func hostileText(_ hostile: HostileText) {
    let field = Self.field(hostile.text + "\u{301}x")

    for isLine in [false, true] {
      var canvas = Canvas(size: Size(columns: 30, rows: 6))
      let blank = Rect(column: 10, row: 2, columns: 9, rows: 3)
      Frame().draw(into: &canvas) { region in
        for row in 0..<6 { region.put(String(repeating: "+", count: 30), row: row, .text) }
        let part = region.part(blank)
        part.fill()
        if isLine {
          field.drawLine(in: part, hasFocus: true)
        } else {
          field.draw(in: part, hasFocus: true)
        }
      }
      for (row, line) in canvas.screenText().enumerated() {
        let isInside = (2..<5).contains(row)
        #expect(line.prefix(10) == "++++++++++")
        #expect(line.suffix(11) == "+++++++++++" || !isInside)
        #expect(isInside || line == String(repeating: "+", count: 30))
      }
    }
  }

  @Test("only a changed text is reported")
  func changes() {
    var heard: [String] = []
    let field = TextField(needsDisplay: {}) { heard.append($0) }

    _ = field.insert("ab")
    field.edit { $0.move(by: -1) }
    field.edit { $0.deleteForward() }
    field.show("from elsewhere")

    #expect(heard == ["ab", "a"])
    #expect(field.editor.text == "from elsewhere")
  }
}
