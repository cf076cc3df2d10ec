extension Key {
  /// Parses the notation of key files: `q`, `C-x`, `M-Enter`, `S-Tab`, `F5`, `PageUp`.
  ///
  /// `C-` is Control, `M-` or `A-` is Alt, `S-` is Shift. Names are case-insensitive. Returns nil
  /// for text that names no key.
  public init?(notation: String) {
    var rest = Substring(notation)
    var modifiers: Modifiers = []
    while rest.count > 2, rest.dropFirst().first == "-", let held = Self.modifier(rest.first) {
      modifiers.insert(held)
      rest = rest.dropFirst(2)
    }
    guard let code = Self.code(named: rest) else { return nil }
    self = Key(code, modifiers: modifiers).normalized
  }

  private static func modifier(_ letter: Character?) -> Modifiers? {
    switch letter {
    case "C", "c": .ctrl
    case "M", "m", "A", "a": .alt
    case "S", "s": .shift
    default: nil
    }
  }

  private static let names: [(Code, String)] = [
    (.enter, "Enter"), (.tab, "Tab"), (.escape, "Esc"), (.backspace, "Backspace"),
    (.delete, "Delete"), (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"),
    (.home, "Home"), (.end, "End"), (.pageUp, "PageUp"), (.pageDown, "PageDown"),
    (.insert, "Insert"), (.character(" "), "Space"),
  ]

  private static func code(named text: Substring) -> Code? {
    if text.count == 1, let character = text.first {
      return canBeTyped(character) ? .character(character) : nil
    }
    let name = text.lowercased()
    if name == "return" { return .enter }
    if name == "escape" { return .escape }
    if name == "backtab" { return .backTab }
    if name.first == "f", let number = Int(name.dropFirst()), (1...35).contains(number) {
      return .function(number)
    }
    return names.first { $0.1.lowercased() == name }?.0
  }

  /// Whether a key can have a character: one that nobody sees could not be told from no key.
  private static func canBeTyped(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
        .privateUse:
        false
      default: true
      }
    }
  }

  /// The canonical form of a key that terminals send in several forms.
  var normalized: Key {
    switch code {
    case .character(let character) where modifiers.contains(.ctrl):
      Key(.character(Self.lowercased(character)), modifiers: modifiers.subtracting(.shift))
    case .character(let character) where modifiers.contains(.shift):
      Key(.character(Self.uppercased(character)), modifiers: modifiers.subtracting(.shift))
    case .tab where modifiers.contains(.shift):
      Key(.backTab, modifiers: modifiers.subtracting(.shift))
    case .backTab where modifiers.contains(.shift):
      Key(.backTab, modifiers: modifiers.subtracting(.shift))
    default: self
    }
  }

  private static func lowercased(_ character: Character) -> Character {
    let text = character.lowercased()
    return text.count == 1 ? text.first ?? character : character
  }

  private static func uppercased(_ character: Character) -> Character {
    let text = character.uppercased()
    return text.count == 1 ? text.first ?? character : character
  }
}

extension Key: CustomStringConvertible {
  /// The key in the notation that ``init(notation:)`` parses.
  public var description: String {
    var text = ""
    if modifiers.contains(.ctrl) { text += "C-" }
    if modifiers.contains(.alt) { text += "M-" }
    if modifiers.contains(.shift) || code == .backTab { text += "S-" }
    return text + name
  }

  private var name: String {
    switch code {
    case .backTab: return "Tab"
    case .function(let number): return "F\(number)"
    default: break
    }
    if let name = Self.names.first(where: { $0.0 == code })?.1 { return name }
    if case .character(let character) = code { return String(character) }
    return ""
  }
}
