import SeededRandom
import Testing

@testable import Terminal

@Suite("Canvas")
struct CanvasTests {
  private func canvas(_ columns: Int = 10, _ rows: Int = 2) -> Canvas {
    Canvas(size: Size(columns: columns, rows: rows))
  }

  @Test("draws text and returns the number of columns used")
  func drawsText() {
    var canvas = canvas()

    let columns = canvas.draw("a你b", at: Point(column: 1, row: 0))

    #expect(columns == 4)
    #expect(canvas.screenText() == [" a你b", ""])
  }

  @Test("clips what does not fit, including half of a wide character")
  func clipsText() {
    var canvas = canvas(4, 4)
    canvas.draw("abcdef", at: Point(column: 1, row: 0))
    canvas.draw("a你好", at: Point(column: 0, row: 1), maxWidth: 4)
    canvas.draw("你好", at: Point(column: -1, row: 2))
    canvas.draw("x", at: Point(column: 0, row: 9))
    canvas.draw("x", at: Point(column: .max, row: 3))
    canvas.draw("x", at: Point(column: .min, row: .min))

    #expect(canvas.screenText() == [" abc", "a你", " 好", ""])
  }

  @Test("blanks the other half of a wide character that is overwritten")
  func mendsHalves() {
    var canvas = canvas(6, 2)
    canvas.draw("你好吗", at: .zero)
    canvas.draw("x", at: Point(column: 1, row: 0))
    canvas.draw("y", at: Point(column: 2, row: 0))
    canvas.draw("你好吗", at: Point(column: 0, row: 1))
    canvas.draw("世", at: Point(column: 1, row: 1))

    #expect(canvas.screenText() == [" xy 吗", " 世 吗"])
  }

  @Test("draws in a sub-area with its own coordinates and clipping")
  func clips() {
    var canvas = canvas(10, 3)

    canvas.clipped(to: Rect(column: 2, row: 1, columns: 4, rows: 1)) { inner in
      #expect(inner.size == Size(columns: 4, rows: 1))
      inner.draw("abcdefgh", at: .zero)
      inner.draw("z", at: Point(column: 0, row: 1))
      inner.clipped(to: Rect(column: 3, row: 0, columns: 9, rows: 9)) {
        $0.draw("XYZ", at: .zero)
      }
      inner.cursor = Point(column: 1, row: 0)
    }

    #expect(canvas.screenText() == ["", "  abcX", ""])
    #expect(canvas.cursor == Point(column: 3, row: 1))
  }

  @Test("hides a cursor outside of the drawing area")
  func hidesCursor() {
    var canvas = canvas()
    canvas.clipped(to: Rect(column: 0, row: 0, columns: 2, rows: 1)) {
      $0.cursor = Point(column: 2, row: 0)
    }

    #expect(canvas.cursor == nil)
  }

  @Test("shows styles as a plane of letters")
  func showsStyles() {
    var canvas = canvas(5, 2)
    let red = Style(foreground: .palette(1))
    canvas.draw("ab", at: Point(column: 1, row: 0), style: red)
    canvas.fill(Rect(column: 0, row: 1, columns: 2, rows: 1), style: Style(attributes: .reverse))
    canvas.restyle(Rect(column: 2, row: 0, columns: 1, rows: 1)) { $0.adding(.bold) }

    let styles = canvas.screenStyles()

    #expect(styles.rows == [".ab", "cc"])
    #expect(styles.legend["a"] == red)
    #expect(styles.legend["b"] == red.adding(.bold))
    #expect(canvas.style(at: Point(column: 0, row: 1)) == Style(attributes: .reverse))
  }

  @Test("draws boxes with a truncated title")
  func drawsBoxes() {
    var canvas = canvas(8, 3)
    canvas.drawBox(canvas.bounds, kind: .rounded, title: "settings")
    canvas.drawBox(Rect(column: 0, row: 0, columns: 1, rows: 1))

    #expect(canvas.screenText() == ["╭ set… ╮", "│      │", "╰──────╯"])
  }

  @Test("never draws outside of the area, whatever is drawn")
  func staysInside() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var canvas = canvas(12, 4)
      canvas.fill(canvas.bounds, style: Style(attributes: .bold))
      let part = Rect(column: 3, row: 1, columns: 5, rows: 2)
      canvas.clipped(to: part) { inner in
        var view = String.UnicodeScalarView()
        for _ in 0..<12 { view.append(generator.scalar()) }
        let point = Point(
          column: Int.random(in: -5...6, using: &generator),
          row: Int.random(in: -1...3, using: &generator))
        inner.draw(SafeText(String(view)), at: point)
      }
      let changed = (0..<48).map { Point(column: $0 % 12, row: $0 / 12) }.filter {
        !part.contains($0) && canvas.style(at: $0).attributes != .bold
      }
      #expect(changed.isEmpty)
      #expect(canvas.hasWholeGlyphs)
    }
  }

  @Test("clears its tables when untrusted text or colours fill them")
  func boundsTables() {
    let tables = CellTables()
    var bases = 0
    for number in 0..<70_000 {
      var glyph = Glyph(0x61 + UInt32(number % 26), width: 1)
      glyph.append(0x300 + UInt32(number / 26))
      let color = Color.rgb(
        UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
      let cell = Cell(
        glyph: tables.number(of: glyph), style: tables.number(of: Style(foreground: color)),
        width: 1)
      if tables.glyph(of: cell).base == glyph.base { bases += 1 }
    }
    #expect(bases == 70_000)
    #expect(tables.clusters.count == 65_536)

    #expect(tables.beginFrame())

    #expect(tables.generation == 1)
    #expect(tables.clusters.isEmpty)
    #expect(tables.styles == [.plain])
  }

  @Test("a frame keeps the cells of the last one, unless they are doubtful")
  func keepsCells() {
    var canvas = Canvas(size: Size(columns: 4, rows: 1))
    let mark = FrameMark()
    func draw() {
      canvas.draw("ab", at: .zero)
      canvas.cursor = .zero
      canvas.mark = mark
    }

    draw()
    canvas.beginFrame(keepingCells: true)
    #expect(canvas.screenText() == ["ab"])
    #expect(canvas.cursor == .zero)
    #expect(canvas.mark === mark)

    canvas.beginFrame()
    #expect(canvas.screenText() == [""])
    #expect(canvas.cursor == nil)
    #expect(canvas.mark == nil)

    draw()
    // Pictures fill the table of styles, and the next frame clears it.
    for number in 0..<10_000 {
      let color = Color.rgb(UInt8(number >> 8), UInt8(number & 0xFF), 0)
      canvas.fill(canvas.bounds, style: Style(background: color))
    }
    canvas.beginFrame(keepingCells: true)
    #expect(canvas.screenText() == [""])
    #expect(canvas.style(at: .zero) == .plain)
    #expect(canvas.mark == nil)
  }

  @Test("a text looks as its characters do that are drawn one after the other", arguments: 0..<60)
  func characterByCharacter(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let isPlain = Bool.random(using: &generator)
        scalars.append(
          isPlain ? "ab \n가é漢".unicodeScalars.randomElement(using: &generator)! : generator.scalar()
        )
      }
      let text = SafeText(String(scalars), policy: .multiLine)
      let column = Int.random(in: -6...8, using: &generator)
      let width = Int.random(in: 0...12, using: &generator)
      var whole = canvas()
      whole.draw("你好吗你好", at: Point(column: Int.random(in: 0...1, using: &generator), row: 0))
      var parts = whole

      let drawn = whole.draw(text, at: Point(column: column, row: 0), maxWidth: width)

      var used = 0
      for character in text.string where used < min(width, 10 - column) {
        used += parts.draw(
          SafeText(String(character), policy: .multiLine),
          at: Point(column: column + used, row: 0), maxWidth: width - used)
      }
      #expect(whole.screenText() == parts.screenText(), "\(text.string.debugDescription)")
      #expect(drawn == used)
    }
  }

  @Test("a filled area takes the other half of a wide glyph at its edges", arguments: 0..<6, 0..<5)
  func fillsWholeGlyphs(column: Int, columns: Int) {
    var canvas = Canvas(size: Size(columns: 6, rows: 1))
    canvas.draw("你好世", at: .zero)
    let area = Rect(column: column, row: 0, columns: columns, rows: 1)
    canvas.fill(area, style: Style(background: .palette(1)))

    #expect(canvas.hasWholeGlyphs)
    for place in 0..<6 {
      let isFilled = area.contains(Point(column: place, row: 0))
      let style = canvas.style(at: Point(column: place, row: 0))
      #expect(style == (isFilled ? Style(background: .palette(1)) : .plain))
    }
  }
}

extension Canvas {
  /// Whether each wide glyph has its second half, and each second half its glyph.
  var hasWholeGlyphs: Bool {
    (0..<rows).allSatisfy { row in
      let line = Array(rowCells(row))
      return line.indices.allSatisfy { column in
        switch line[column].width {
        case 2: column + 1 < line.count && line[column + 1].width == 0
        case 0: column > 0 && line[column - 1].width == 2
        default: true
        }
      }
    }
  }
}
