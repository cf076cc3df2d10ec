import SeededRandom
import Testing

@testable import Terminal

@Suite("InputDecoder")
struct InputDecoderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let bytes: String
    let events: [InputEvent]

    init(_ bytes: String, _ events: InputEvent...) {
      self.bytes = bytes
      self.events = events
    }

    /// Keys by their notation.
    init(_ bytes: String, keys: String...) {
      self.bytes = bytes
      events = keys.compactMap { Key(notation: $0).map(InputEvent.key) }
    }

    var testDescription: String { bytes.debugDescription }
  }

  static let rows: [Row] = [
    Row("aé你", keys: "a", "é", "你"),
    Row("\r\t\u{7F}\u{08}", keys: "Enter", "Tab", "Backspace", "Backspace"),
    Row(
      "\u{01}\u{0A}\u{1A}\u{00}\u{1F}\u{1C}", keys: "C-a", "C-j", "C-z", "C-Space", "C-_", "C-\\"),
    Row("\u{1B}x\u{1B}\r\u{1B}é\u{1B}\u{18}", keys: "M-x", "M-Enter", "M-é", "C-M-x"),
    Row("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[1;3D", keys: "Up", "Down", "C-Right", "M-Left"),
    Row("\u{1B}\u{1B}[A", keys: "M-Up"),
    Row(
      "\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", keys: "Home", "End", "Home", "End",
      "Home", "End"),
    Row(
      "\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[5;5~", keys: "Insert", "Delete", "PageUp",
      "PageDown", "C-PageUp"),
    Row(
      "\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[A\u{1B}[[E\u{1B}[1;2P", keys: "F1", "F5", "F12", "F1",
      "F5", "S-F1"),
    Row("\u{1B}[1;5R\u{1B}OR", keys: "C-F3", "F3"),
    Row("\u{1B}[Z\u{1B}[9;2u", keys: "S-Tab", "S-Tab"),
    Row(
      "\u{1B}[27u\u{1B}[99;5u\u{1B}[120;3u\u{1B}[13;2u\u{1B}[97;2u", keys: "Esc", "C-c", "M-x",
      "S-Enter", "A"),
    Row("\u{1B}[97;1:3u\u{1B}[97;1:1u", keys: "a"),
    Row("\u{1B}[27;2;13~\u{1B}[27;5;9~", keys: "S-Enter", "C-Tab"),
    Row("\u{1B}[57399u\u{1B}[57419u\u{1B}[57376u", keys: "0", "Up", "F13"),
    Row("\u{1B}OM\u{1B}Op\u{1B}Ok", keys: "Enter", "0", "+"),
    Row("\u{1B}[I\u{1B}[O", .focus(true), .focus(false)),
    Row(
      "\u{1B}[200~a\r\n\u{1B}[31m\u{1B}[201~b", .paste("a\r\n\u{1B}[31m"),
      .key(Key(.character("b")))),
    Row("\u{1B}[200~\u{1B}[20\u{1B}[201~", .paste("\u{1B}[20")),
    Row("\u{1B}[<0;3;5M", .mouse(MouseEvent(.press(button: 0), at: Point(column: 2, row: 4)))),
    Row("\u{1B}[<2;3;5m", .mouse(MouseEvent(.release(button: 2), at: Point(column: 2, row: 4)))),
    Row("\u{1B}[<32;1;1M", .mouse(MouseEvent(.drag(button: 0), at: .zero))),
    Row(
      "\u{1B}[<64;1;1M\u{1B}[<81;1;1M", .mouse(MouseEvent(.scrollUp, at: .zero)),
      .mouse(MouseEvent(.scrollDown, at: .zero, modifiers: .ctrl))),
    Row("\u{1B}[M !!a", .key(Key(.character("a")))),
    Row("\u{1B}[5;10R", .reply(.cursorPosition(Point(column: 9, row: 4)))),
    Row("\u{1B}[?64;1;4c", .reply(.primaryAttributes([64, 1, 4]))),
    Row("\u{1B}[?1u", .reply(.keyboardFlags(1))),
    Row("\u{1B}[?2027;0$y", .reply(.mode(2027, state: 0))),
    Row("\u{1B}]11;rgb:1010/1414/1818\u{1B}\\", .reply(.command(11, "rgb:1010/1414/1818"))),
    Row(
      "\u{1B}]11;rgb:ff/ff/ff\u{07}x", .reply(.command(11, "rgb:ff/ff/ff")),
      .key(Key(.character("x")))),
    Row("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\", .reply(.attributes("0;48:2::1:2:3"))),
    Row("\u{1B}P>|kitty(0.36.4)\u{1B}\\", .reply(.version("kitty(0.36.4)"))),
    Row("\u{1B}P0$r\u{1B}\\x\u{1B}_Gi=31;OK\u{1B}\\y", keys: "x", "y"),
    Row("\u{1B}]0;broken\u{1B}[Ax", keys: "Up", "x"),
    Row("\u{1B}[12\u{18}x\u{1B}[99999999999999999999~y\u{1B}[;;;~z", keys: "x", "y", "z"),
  ]

  @Test("decodes what terminals send", arguments: rows)
  func decodes(row: Row) {
    var decoder = InputDecoder()

    #expect(decoder.feed(row.bytes.utf8) == row.events)
    #expect(decoder.pendingTimeoutMilliseconds == nil)
  }

  @Test("decodes the same events when each byte arrives separately", arguments: rows)
  func decodesSplit(row: Row) {
    var decoder = InputDecoder()
    var events: [InputEvent] = []
    for byte in row.bytes.utf8 { events += decoder.feed([byte]) }

    #expect(events == row.events)
  }

  @Test(
    "settles what may be a key of its own when nothing follows",
    arguments: [
      ("\u{1B}", "Esc"), ("\u{1B}[", "M-["), ("\u{1B}O", "M-O"), ("\u{1B}P", "M-P"),
      ("\u{1B}]", "M-]"),
    ])
  func flushes(bytes: String, notation: String) {
    var decoder = InputDecoder()

    #expect(decoder.feed(bytes.utf8).isEmpty)
    #expect(decoder.pendingTimeoutMilliseconds == 25)
    #expect(decoder.flush() == [.key(Key(notation: notation) ?? Key(.enter))])
    #expect(decoder.pendingTimeoutMilliseconds == nil)
    #expect(decoder.flush().isEmpty)
  }

  @Test("Esc pressed twice is that, not a key with Alt")
  func escapeTwice() {
    var decoder = InputDecoder()

    #expect(decoder.feed("\u{1B}\u{1B}".utf8).isEmpty)
    #expect(decoder.flush() == [.key(Key(.escape)), .key(Key(.escape))])
  }

  @Test("abandons a sequence that never ends")
  func dropsUnfinished() {
    for start in ["\u{1B}[12;", "\u{1B}]11;rgb", "\u{1B}Pabc", "\u{1B}[M!"] {
      var decoder = InputDecoder()
      #expect(decoder.feed(start.utf8).isEmpty)
      #expect(decoder.pendingTimeoutMilliseconds == 500)
      #expect(decoder.flush().isEmpty)
      #expect(decoder.feed("x".utf8) == [.key(Key(.character("x")))])
    }
  }

  @Test("drops invalid UTF-8 and continues")
  func dropsBadBytes() {
    var decoder = InputDecoder()
    let bytes: [UInt8] = [
      0x80, 0xFF, 0xC3, 0x61, 0xE2, 0x82, 0x62, 0xED, 0xA0, 0x80, 0xF4, 0xBF, 0xBF, 0xBF, 0x63,
    ]

    let keys = decoder.feed(bytes)

    #expect(keys == ["a", "b", "c"].map { .key(Key(.character($0))) })
  }

  @Test("delivers a paste whose end is missing")
  func endlessPaste() {
    var decoder = InputDecoder()
    _ = decoder.feed("\u{1B}[200~abc".utf8)

    #expect(decoder.flush() == [.paste("abc")])
  }

  @Test("drops a paste that is too large, and reports it")
  func boundsPaste() {
    var decoder = InputDecoder()
    _ = decoder.feed("\u{1B}[200~".utf8)
    _ = decoder.feed([UInt8](repeating: 0x61, count: 3 << 20))

    #expect(decoder.flush() == [.oversizedPaste])
    #expect(decoder.feed("\u{1B}[200~x\u{1B}[201~".utf8) == [.paste("x")])
    #expect(decoder.feed("x".utf8) == [.key(Key(.character("x")))])
  }

  @Test(
    "survives a million random bytes, and is itself again afterwards",
    arguments: [1, 2, 3, 4] as [UInt64])
  func survivesNoise(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let troublesome =
      Array("\u{1B}[]OPM<>?;:0123456789~uRcI\\\u{07}\u{18}".utf8) + [0x9B, 0xC3, 0xFF]
    var decoder = InputDecoder()
    var most = 0
    for _ in 0..<2_500 {
      let chunk = (0..<100).map { _ in
        Bool.random(using: &generator)
          ? troublesome[Int.random(in: 0..<troublesome.count, using: &generator)]
          : UInt8.random(in: 0...255, using: &generator)
      }
      most = max(most, decoder.feed(chunk).count)
      if Int.random(in: 0..<10, using: &generator) == 0 { _ = decoder.flush() }
    }
    _ = decoder.flush()

    #expect(most <= 102)
    #expect(decoder.feed("\u{1B}[A".utf8) == [.key(Key(.up))])
  }

  @Test(
    "reads the background colour in all lengths, and no nonsense",
    arguments: [
      ("rgb:ffff/0000/8080", [255, 0, 128]), ("rgb:ff/00/80", [255, 0, 128]),
      ("rgba:f/0/8/f", [255, 0, 136]),
      ("rgb:", []), ("rgb:ff/ff", []), ("rgb:zz/00/00", []), ("rgb:-1/+1/00", []), ("black", []),
      ("rgb:12345/0/0", []),
    ] as [(String, [Int])])
  func readsBackground(text: String, expected: [Int]) {
    let color = TerminalReply.command(11, text).backgroundColor
    #expect((color.map { [$0.red, $0.green, $0.blue] } ?? []) == expected)
    #expect(TerminalReply.command(10, text).backgroundColor == nil)
  }
}
