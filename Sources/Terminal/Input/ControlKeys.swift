/// The keys behind single bytes below 0x80.
enum ControlKeys {
  static func key(for byte: UInt8, modifiers: Key.Modifiers) -> Key {
    switch byte {
    case 0x00: return Key(.character(" "), modifiers: modifiers.union(.ctrl))
    case 0x09: return Key(.tab, modifiers: modifiers)
    case 0x0D: return Key(.enter, modifiers: modifiers)
    // Old terminals send 0x08 for the same key.
    case 0x08, 0x7F: return Key(.backspace, modifiers: modifiers)
    case 0x01...0x1A:
      return Key(character(byte + 0x60), modifiers: modifiers.union(.ctrl))
    case 0x1B: return Key(.escape, modifiers: modifiers)
    case 0x1C...0x1F:
      return Key(character(byte + 0x40), modifiers: modifiers.union(.ctrl))
    default: return Key(character(byte), modifiers: modifiers)
    }
  }

  private static func character(_ byte: UInt8) -> Key.Code {
    .character(Character(Unicode.Scalar(byte)))
  }
}
