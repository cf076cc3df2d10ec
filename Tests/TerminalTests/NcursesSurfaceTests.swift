import CNcurses
import Foundation
import SeededRandom
import Testing

@testable import Terminal

/// Serialised because ncurses has one screen per process.
@Suite("NcursesSurface", .serialized)
@MainActor
struct NcursesSurfaceTests {
  private static let size = Size(columns: 40, rows: 12)

  /// Runs a body with a surface whose output goes nowhere.
  private func withSurface(
    type: String = "xterm-256color", depth: ColorDepth = .palette,
    _ body: (NcursesSurface) throws -> Void
  ) throws {
    _ = TextWidth.prepareLocale
    let output = try #require(fopen("/dev/null", "w"))
    defer { fclose(output) }
    let screen = try #require(newterm(type, output, ct_stdin()))
    defer { delscreen(screen) }
    start_color()
    use_default_colors()
    let surface = NcursesSurface(
      size: Self.size, capabilities: TerminalCapabilities(colorDepth: depth))
    surface.resize(to: Self.size)
    try body(surface)
    endwin()
  }

  /// The screen content according to ncurses, with wide glyphs listed once.
  private func shownText() -> [String] {
    (0..<Self.size.rows).map { row in
      var buffer = [wchar_t](repeating: 0, count: Self.size.columns * 6 + 1)
      mvwinnwstr(ct_curscr(), Int32(row), 0, &buffer, Int32(buffer.count - 1))
      var view = String.UnicodeScalarView()
      for value in buffer.prefix(while: { $0 != 0 }) {
        view.append(Unicode.Scalar(UInt32(value)) ?? "?")
      }
      while view.last == " " { view.removeLast() }
      return String(view)
    }
  }

  @Test("shows a letter ahead of its frame, which has the last word")
  func echoes() throws {
    try withSurface { surface in
      var canvas = Canvas(size: Self.size)
      canvas.draw("ab", at: .zero)
      canvas.cursor = Point(column: 2, row: 0)
      surface.present(canvas, damage: .everything)
      let style = Style(foreground: .palette(9))

      surface.echo("c", style: style, after: canvas)
      #expect(shownText()[0] == "abc")
      #expect(colors(row: 0, column: 2).foreground == 9)
      #expect(getcurx(ct_stdscr()) == 3)
      surface.present(canvas, damage: .changes)
      #expect(shownText()[0] == "ab")
      #expect(getcurx(ct_stdscr()) == 2)
    }
  }

  @Test("shows no letter ahead over a wide glyph, in the last column or without a cursor")
  func echoesNothing() throws {
    try withSurface { surface in
      var canvas = Canvas(size: Self.size)
      canvas.draw("a好b", at: .zero)
      for place in [Point(column: 1, row: 0), Point(column: 39, row: 0), nil] {
        canvas.cursor = place
        surface.present(canvas, damage: .changes)
        surface.echo("c", style: .plain, after: canvas)
        #expect(shownText()[0] == "a好b")
      }
    }
  }

  private func colors(row: Int, column: Int) -> (foreground: Int32, background: Int32) {
    var cell = cchar_t()
    mvwin_wch(ct_curscr(), Int32(row), Int32(column), &cell)
    var foreground: Int32 = 0
    var background: Int32 = 0
    extended_pair_content(cell.ext_color, &foreground, &background)
    return (foreground, background)
  }

  @Test("shows what was drawn, frame after random frame")
  func showsRandomFrames() throws {
    try withSurface { surface in
      var generator = SeededGenerator(seed: 5)
      let words: [SafeText] = [
        "plain", "你好世界", "e\u{301}e\u{301}", "한글", "👩 👍🏽 🇩🇪", "\u{1B}[2J", "क्षि", "مرحبا", "ｗｉｄｅ", " ",
      ]
      var canvas = Canvas(size: Self.size)
      for frame in 0..<400 {
        if frame % 7 == 0 { canvas.beginFrame() }
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          let point = Point(
            column: Int.random(in: -3..<40, using: &generator),
            row: Int.random(in: 0..<12, using: &generator))
          let style = Style(
            foreground: .palette(UInt8.random(in: 0...255, using: &generator)),
            attributes: Style.Attributes(rawValue: UInt8.random(in: 0..<32, using: &generator)))
          canvas.draw(words.randomElement(using: &generator) ?? "", at: point, style: style)
        }
        surface.present(canvas, damage: frame % 50 == 49 ? .everything : .changes)
        #expect(shownText() == canvas.screenText())
      }
    }
  }

  @Test("shows each cell in its colours")
  func showsColors() throws {
    try withSurface { surface in
      var canvas = Canvas(size: Self.size)
      canvas.draw(
        "x", at: Point(column: 3, row: 2),
        style: Style(foreground: .palette(9), background: .rgb(255, 0, 0)))
      surface.present(canvas, damage: .changes)

      #expect(colors(row: 2, column: 3) == (9, 196))
    }
  }

  @Test("survives more colour pairs than ncurses has, and shows the right ones afterwards")
  func survivesPairExhaustion() throws {
    try withDirectColors { surface in
      var canvas = Canvas(size: Self.size)
      var number = 0
      // 480 cells a frame, each with a pair of its own.
      for _ in 0..<160 {
        canvas.beginFrame()
        for cell in 0..<480 {
          let color = Color.rgb(1, UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
          let style = Style(foreground: color, background: .palette(UInt8(number >> 16)))
          canvas.draw("x", at: Point(column: cell % 40, row: cell / 40), style: style)
          number += 1
        }
        surface.present(canvas, damage: .changes)
      }

      #expect(number > 70_000)
      let last = Int32(number - 1)
      #expect(colors(row: 11, column: 39) == (0x10000 | last & 0xFFFF, last >> 16))
    }
  }

  /// Runs a body on a terminal with 24-bit colours and as many pairs as ncurses can have.
  private func withDirectColors(_ body: (NcursesSurface) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "surface-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = "chat-direct|test,\n\tRGB, colors#0x1000000, pairs#0x10000, use=xterm-256color,\n"
    let entry = DirectColorEntry(source: source, cacheDirectory: folder.path)
    setenv("TERMINFO_DIRS", try #require(entry.directory()) + ":", 1)
    defer { unsetenv("TERMINFO_DIRS") }
    try withSurface(type: DirectColorEntry.name, depth: .trueColor, body)
  }

  @Test("falls back to plain text when a single frame needs more pairs than there are")
  func survivesFullFrame() throws {
    try withSurface(type: "xterm-color", depth: .basic) { surface in
      #expect(ct_color_pairs() == 64)
      var canvas = Canvas(size: Self.size)
      for cell in 0..<64 {
        let style = Style(
          foreground: .palette(UInt8(cell & 7)), background: .palette(UInt8(cell >> 3)))
        canvas.draw("x", at: Point(column: cell % 40, row: cell / 40), style: style)
      }
      surface.present(canvas, damage: .changes)

      #expect(shownText() == canvas.screenText())
      #expect(colors(row: 0, column: 9) == (1, 1))
      #expect(colors(row: 1, column: 23) == (-1, -1))
    }
  }

  @Test("accepts any size, and canvases of a different size")
  func takesSizes() throws {
    try withSurface { surface in
      for (columns, rows) in [(1, 1), (2, 1), (500, 200), (40, 12), (3, 50)] {
        surface.resize(to: Size(columns: columns, rows: rows))
        for (width, height) in [(1, 1), (columns, rows), (90, 30)] {
          var canvas = Canvas(size: Size(columns: width, rows: height))
          canvas.draw("你好 wide text", at: .zero)
          canvas.cursor = Point(column: width - 1, row: height - 1)
          surface.present(canvas, damage: .changes)
        }
        #expect(getmaxx(ct_stdscr()) == Int32(columns))
      }
    }
  }
}
