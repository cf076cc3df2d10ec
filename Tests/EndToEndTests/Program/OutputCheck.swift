import Foundation

/// Checks that a program writes nothing to its terminal but text and the sequences that draw it.
struct OutputCheck {
  /// What a program may not write, with what is around it.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// What hostile texts ask for, and no program does: it is a parameter of their sequences.
  private static let canary = "7391"

  /// The last bytes of the sequences by which ncurses moves, erases, scrolls, and sets colours and modes.
  private static let finals = Set("@ABCDEFGHJKLMPSTXdhlmrn".utf8)

  /// Throws at the first violation.
  ///
  /// Sequences to a terminal's own machinery, OSC, DCS, APC and PM, are allowed in no place, except for a
  /// title that is numbers and the program's name: those that the program sends at its start are before
  /// what is checked.
  static func check(_ output: Data) throws {
    var scalars = Substring(String(decoding: output, as: UTF8.self)).unicodeScalars
    while let scalar = scalars.popFirst() {
      if scalar == "\u{1B}" {
        try check(escape: &scalars)
      } else if !isAllowed(scalar) {
        throw Violation(
          description: "U+\(String(scalar.value, radix: 16)) before \(start(of: scalars))")
      }
    }
  }

  private static func check(escape rest: inout Substring.UnicodeScalarView) throws {
    let all = rest
    switch rest.popFirst() {
    case "[":
      let parameters = rest.prefix { (0x20...0x3F).contains($0.value) }
      rest.removeFirst(parameters.count)
      guard let final = rest.popFirst(), finals.contains(UInt8(ascii: final)),
        !String(parameters).contains(canary)
      else { throw Violation(description: "the sequence ESC \(start(of: all))") }
    case "]":
      guard
        let title = String(rest).firstMatch(
          of: /^2;(\([0-9]+\+?( @[0-9]+\+?)?\) )?chat-tui\u{1B}\\/)
      else { throw Violation(description: "the sequence ESC \(start(of: all))") }
      rest.removeFirst(title.output.0.unicodeScalars.count)
    // Character sets take one more; the others save and restore the cursor, scroll, and set the keypad.
    case "(", ")": _ = rest.popFirst()
    case "7", "8", "M", "=", ">": break
    default: throw Violation(description: "the sequence ESC \(start(of: all))")
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Backspace, tab, line feed, return, and the two shifts.
    case 0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F: true
    case ..<0x20, 0x7F...0x9F: false
    // Marks that reorder text, and separators of lines and paragraphs.
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: scalar.properties.generalCategory != .privateUse
    }
  }

  private static func start(of rest: Substring.UnicodeScalarView) -> String {
    String(rest.prefix(60)).debugDescription
  }
}

extension UInt8 {
  /// The byte of an ASCII scalar; zero for any other.
  fileprivate init(ascii scalar: Unicode.Scalar) {
    self = scalar.isASCII ? UInt8(scalar.value) : 0
  }
}
