import CNcurses
import Foundation
import SeededRandom
import Testing

@testable import Terminal

extension NcursesSurfaceTests {
  /// What a terminal shows of the frames that a surface presents.
  @MainActor
  private final class Output {
    private let file: UnsafeMutablePointer<FILE>
    private var place: off_t = 0
    private(set) var model = TerminalModel(columns: 40, rows: 12)
    private(set) var written = ""

    init(_ file: UnsafeMutablePointer<FILE>) { self.file = file }

    func write(_ bytes: [UInt8]) { _ = Glibc.write(fileno(file), bytes, bytes.count) }

    func read() {
      fflush(file)
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = pread(fileno(file), &bytes, bytes.count, place)
      place += off_t(max(count, 0))
      written = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
      model.take(written)
    }
  }

  private func withOutput(_ body: (NcursesSurface, Output) throws -> Void) throws {
    _ = TextWidth.prepareLocale
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let screen = try #require(newterm("xterm-256color", file, ct_stdin()))
    defer { delscreen(screen) }
    start_color()
    use_default_colors()
    let output = Output(file)
    let size = Size(columns: 40, rows: 12)
    let surface = NcursesSurface(
      size: size, capabilities: Self.linked, send: { output.write($0) })
    surface.resize(to: size)
    try body(surface, output)
    endwin()
  }

  private static let linked = TerminalCapabilities(colorDepth: .palette, showsLinks: true)

  /// The address under each cell.
  private func links(of canvas: Canvas) -> [[String]] {
    (0..<canvas.rows).map { row in
      canvas.rowCells(row).map { cell in
        let link = canvas.tables.style(of: cell).link
        return link == 0 ? "" : canvas.tables.address(of: link)
      }
    }
  }

  @Test("shows each link under its own text, frame after random frame")
  func showsRandomLinks() throws {
    try withOutput { surface, output in
      var generator = SeededGenerator(seed: 8)
      let words: [SafeText] = ["plain", "aaaaaaaaaaaaaaaa", "你好世界", "a b c d", "    ", "x"]
      let addresses = (0..<4).map { LinkAddress("https://example.org/\($0)") } + [nil, nil, nil]
      var canvas = Canvas(size: Size(columns: 40, rows: 12), capabilities: Self.linked)
      for frame in 0..<600 {
        if frame % 23 == 0 { canvas.beginFrame() }
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          let point = Point(
            column: Int.random(in: -3..<40, using: &generator),
            row: Int.random(in: 0..<12, using: &generator))
          let style = Style(foreground: .palette(UInt8.random(in: 0...2, using: &generator)))
          canvas.draw(
            words.randomElement(using: &generator) ?? "", at: point, style: style,
            link: addresses.randomElement(using: &generator) ?? nil)
        }
        canvas.cursor = Point(
          column: Int.random(in: 0..<40, using: &generator),
          row: Int.random(in: 0..<12, using: &generator))
        surface.present(canvas, damage: frame % 50 == 0 ? .everything : .changes)
        output.read()
        #expect(output.model.unknown == [])
        #expect(output.model.rows.map { $0.map(\.link) } == links(of: canvas), "frame \(frame)")
        let shown = output.model.rows.map { row in
          String(
            String(row.map(\.character).filter { $0 != "\0" }).reversed().drop { $0 == " " }
              .reversed())
        }
        #expect(shown == canvas.screenText(), "frame \(frame)")
      }
    }
  }

  @Test("writes nothing about links for rows without them, and nothing of an unchanged row")
  func writesLittle() throws {
    try withOutput { surface, output in
      var canvas = Canvas(size: Size(columns: 40, rows: 12), capabilities: Self.linked)
      let address = try #require(LinkAddress("https://example.org/"))
      canvas.draw("a link", at: Point(column: 2, row: 3), link: address)
      surface.present(canvas, damage: .everything)
      output.read()
      #expect(output.written.contains("\u{1B}]8;id=1;https://example.org/\u{1B}\\"))

      canvas.draw("plain", at: Point(column: 2, row: 5))
      surface.present(canvas, damage: .changes)
      output.read()
      #expect(output.written.contains("plain") && !output.written.contains("\u{1B}]8"))

      canvas.draw("a link", at: Point(column: 2, row: 3))
      surface.present(canvas, damage: .changes)
      output.read()
      #expect(output.written.contains("link") && !output.written.contains("\u{1B}]8"))
    }
  }

  @Test("leaves out links for which a frame has no room, and keeps their text")
  func boundsFrames() throws {
    try withOutput { surface, output in
      var canvas = Canvas(size: Size(columns: 40, rows: 12), capabilities: Self.linked)
      let path = String(repeating: "a", count: 900)
      for cell in 0..<480 {
        canvas.draw(
          "x", at: Point(column: cell % 40, row: cell / 40),
          link: LinkAddress("https://example.org/\(cell)\(path)"))
      }
      surface.present(canvas, damage: .everything)
      output.read()

      #expect(output.written.utf8.count < 80_000)
      #expect(output.model.rows.joined().allSatisfy { $0.character == "x" })
    }
  }
}

@Suite("LinkAddress")
struct LinkAddressTests {
  @Test(
    "takes only visible ASCII",
    arguments: [
      "", "https://example.org/a b", "https://example.org/\u{1B}\\", "https://example.org/\u{7}",
      "https://exämple.org/", "https://example.org/" + String(repeating: "a", count: 1_024),
    ])
  func refuses(_ text: String) {
    #expect(LinkAddress(text) == nil)
  }

  @Test("is no part of the style where the terminal does not show links")
  func needsSupport() {
    var canvas = Canvas(size: Size(columns: 4, rows: 1))
    canvas.draw("link", at: .zero, link: LinkAddress("https://example.org/"))

    #expect(canvas.style(at: .zero) == .plain)
    #expect(!canvas.tables.hasLinks)
  }
}

@Suite("LinkSupport")
struct LinkSupportTests {
  @Test(
    "knows terminals by their answer",
    arguments: [
      ("kitty(0.36.4)", true), ("WezTerm 20240203-110809-5046fc22", true), ("iTerm2 3.5.0", true),
      ("VTE(7203)", true), ("ghostty 1.1.0", true), ("foot(1.16.2)", true), ("tmux 3.4", true),
      ("tmux 3.5a", true), ("tmux next-3.6", true), ("tmux 3.3a", false), ("tmux", false),
      ("XTerm(379)", false), ("footing 1", false), ("", false),
    ])
  func knows(_ version: String, isKnown: Bool) {
    #expect(LinkSupport.isKnown(version: version) == isKnown)
  }
}
