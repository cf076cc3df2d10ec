/// A complete control sequence: the bytes between `CSI` and the final byte, and the final byte.
struct ControlSequence {
  private let prefix: UInt8?
  private let intermediate: UInt8?
  private let numbers: [[Int]]
  private let final: UInt8

  init(parameters: [UInt8], final: UInt8) {
    self.final = final
    var rest = parameters[...]
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      prefix = first
      rest = rest.dropFirst()
    } else {
      prefix = nil
    }
    if let last = rest.last, (0x20...0x2F).contains(last) {
      intermediate = last
      rest = rest.dropLast()
    } else {
      intermediate = nil
    }
    guard !rest.isEmpty else {
      numbers = []
      return
    }
    numbers = rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
  }

  /// A number of at most seven digits; zero for anything else.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    guard digits.count <= 7, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private func number(_ index: Int, or fallback: Int = 0) -> Int {
    guard index < numbers.count, let value = numbers[index].first, value != 0 else {
      return fallback
    }
    return value
  }

  var isPasteStart: Bool {
    prefix == nil && final == UInt8(ascii: "~") && number(0) == 200
  }

  /// Modifiers as terminals encode them: one plus the bits for Shift, Alt and Control.
  private func modifiers(_ index: Int) -> Key.Modifiers {
    Key.Modifiers(rawValue: UInt8((number(index, or: 1) - 1) & 0x07))
  }

  /// Whether the event type says that the key was released.
  private var isRelease: Bool {
    numbers.count > 1 && numbers[1].count > 1 && numbers[1][1] == 3
  }

  func event(adding alt: Key.Modifiers) -> InputEvent? {
    switch (prefix, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      return mouse.map(InputEvent.mouse)
    case (UInt8(ascii: "?"), _): return reply.map(InputEvent.reply)
    case (nil, UInt8(ascii: "I")) where numbers.isEmpty: return .focus(true)
    case (nil, UInt8(ascii: "O")) where numbers.isEmpty: return .focus(false)
    // F3 with modifiers ends with the same letter, but its first number is 1; cursor queries use
    // the second row.
    case (nil, UInt8(ascii: "R")) where numbers.count == 2 && number(0) != 1:
      return .reply(.cursorPosition(position(column: 1, row: 0)))
    case (nil, _): return key(adding: alt).map { .key($0.normalized) }
    default: return nil
    }
  }

  private func position(column: Int, row: Int) -> Point {
    Point(column: max(0, number(column) - 1), row: max(0, number(row) - 1))
  }

  private var reply: TerminalReply? {
    switch final {
    case UInt8(ascii: "c"): .primaryAttributes(numbers.map { $0.first ?? 0 })
    case UInt8(ascii: "u"): .keyboardFlags(number(0))
    case UInt8(ascii: "y") where intermediate == UInt8(ascii: "$"):
      .mode(number(0), state: number(1))
    default: nil
    }
  }

  private var mouse: MouseEvent? {
    guard numbers.count == 3 else { return nil }
    let code = number(0)
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.ctrl) }
    let action: MouseEvent.Action
    switch (code & 64 != 0, code & 32 != 0, final == UInt8(ascii: "M")) {
    case (true, _, _):
      guard code & 3 < 2 else { return nil }
      action = code & 3 == 0 ? .scrollUp : .scrollDown
    case (false, true, _):
      guard code & 3 != 3 else { return nil }
      action = .drag(button: code & 3)
    case (false, false, true): action = .press(button: code & 3)
    case (false, false, false): action = .release(button: code & 3)
    }
    return MouseEvent(action, at: position(column: 1, row: 2), modifiers: modifiers)
  }
}

// MARK: - Keys

extension ControlSequence {
  private static let letters: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "Z"): .backTab, UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let tildes: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14), 28: .function(15),
    29: .function(16), 31: .function(17), 32: .function(18), 33: .function(19), 34: .function(20),
  ]

  /// Keys of the application keypad, sent as `SS3` and a letter.
  private static let keypad: [UInt8: Key.Code] = [
    UInt8(ascii: "M"): .enter, UInt8(ascii: "I"): .tab,
    UInt8(ascii: "j"): .character("*"), UInt8(ascii: "k"): .character("+"),
    UInt8(ascii: "l"): .character(","), UInt8(ascii: "m"): .character("-"),
    UInt8(ascii: "n"): .character("."), UInt8(ascii: "o"): .character("/"),
    UInt8(ascii: "p"): .character("0"), UInt8(ascii: "q"): .character("1"),
    UInt8(ascii: "r"): .character("2"), UInt8(ascii: "s"): .character("3"),
    UInt8(ascii: "t"): .character("4"), UInt8(ascii: "u"): .character("5"),
    UInt8(ascii: "v"): .character("6"), UInt8(ascii: "w"): .character("7"),
    UInt8(ascii: "x"): .character("8"), UInt8(ascii: "y"): .character("9"),
    UInt8(ascii: "X"): .character("="),
  ]

  func shiftKey(adding alt: Key.Modifiers) -> Key? {
    guard let code = Self.letters[final] ?? Self.keypad[final] else { return nil }
    return Key(code, modifiers: modifiers(0).union(alt))
  }

  private func key(adding alt: Key.Modifiers) -> Key? {
    guard intermediate == nil, !isRelease else { return nil }
    switch final {
    case UInt8(ascii: "~") where number(0) == 27:
      return Self.code(unicode: number(2)).map { Key($0, modifiers: modifiers(1).union(alt)) }
    case UInt8(ascii: "~"):
      return Self.tildes[number(0)].map { Key($0, modifiers: modifiers(1).union(alt)) }
    case UInt8(ascii: "u"):
      return Self.code(unicode: number(0)).map { Key($0, modifiers: modifiers(1).union(alt)) }
    default:
      return Self.letters[final].map { Key($0, modifiers: modifiers(1).union(alt)) }
    }
  }

  /// The keys of the kitty protocol: a Unicode scalar value, or a private-use value for other keys.
  private static func code(unicode number: Int) -> Key.Code? {
    switch number {
    case 8, 127: return .backspace
    case 9: return .tab
    case 13, 57414: return .enter
    case 27: return .escape
    case 57399...57408:
      return Unicode.Scalar(UInt32(number - 57399 + 0x30)).map { .character(Character($0)) }
    case 57376...57398: return .function(number - 57376 + 13)
    case 57417...57426:
      let codes: [Key.Code] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
      ]
      return codes[number - 57417]
    case ..<0x20, 0x80..<0xA0, 0xE000..<0xF900: return nil
    default:
      return UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { .character(Character($0)) }
    }
  }
}
