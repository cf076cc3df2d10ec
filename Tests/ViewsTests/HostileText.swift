import Testing

/// Texts that try to leave their cells, or to hide or reorder the text around them.
struct HostileText: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String

  var testDescription: String { name }

  static let all: [HostileText] = [
    .init(name: "clear the screen", text: "\u{1B}[2J\u{1B}[H"),
    .init(name: "set the title", text: "\u{1B}]0;owned\u{07}"),
    .init(name: "open device control", text: "\u{1B}P+q544e\u{1B}\\"),
    .init(name: "C1 CSI", text: "\u{9B}2J\u{9B}31m"),
    .init(name: "C1 OSC and ST", text: "\u{9D}0;owned\u{9C}"),
    .init(name: "C0", text: String((0..<32).map { Character(Unicode.Scalar(UInt8($0))) })),
    .init(name: "carriage return and backspaces", text: "safe\r\u{08}\u{08}\u{08}evil"),
    .init(name: "bidi override", text: "\u{202E}txt.exe\u{202C}\u{2066}x\u{2069}\u{200F}\u{061C}"),
    .init(name: "unclosed bidi isolate", text: "\u{2067}\u{202B}abc"),
    .init(
      name: "300 combining marks", text: "a" + String(repeating: "\u{0301}\u{0489}", count: 150)),
    .init(name: "leading marks", text: String(repeating: "\u{0336}", count: 50) + "x"),
    .init(name: "a 60 kB word", text: String(repeating: "Wörd", count: 12_000)),
    .init(name: "60 kB of wide characters", text: String(repeating: "好", count: 20_000)),
    .init(name: "joined emoji", text: String(repeating: "👩\u{200D}", count: 40) + "👧🏽🇩🇪🇪"),
    .init(
      name: "tags and selectors", text: "🏴\u{E0067}\u{E0062}\u{E007F}\u{FE0F}\u{FE0F}x\u{FE0E}"),
    .init(name: "line and paragraph separators", text: "a\u{2028}b\u{2029}c\u{0B}d\u{0C}e\u{85}f"),
    .init(name: "private use and non-characters", text: "\u{E000}\u{10FFFF}\u{FFFE}\u{10EEEE}"),
    .init(name: "invisible", text: "\u{200B}\u{2060}\u{FEFF}\u{00AD}\u{115F}\u{3164}"),
    .init(name: "nothing", text: ""),
    .init(name: "blanks", text: String(repeating: " \t", count: 400)),
    .init(name: "1000 lines", text: String(repeating: "x\n", count: 1000)),
  ]
}
