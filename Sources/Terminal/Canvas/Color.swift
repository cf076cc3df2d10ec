/// A colour of text or of its background.
public enum Color: Sendable, Hashable {
  /// What the terminal uses when nothing is asked for.
  case `default`

  /// One of the terminal's 256 colours: 0 to 15 are the user's own, then a cube and a grey ramp.
  case palette(UInt8)

  /// A true colour; shown as the nearest one that the terminal has.
  case rgb(UInt8, UInt8, UInt8)
}

extension Color {
  /// The colour in one number, for tables: equal numbers are equal colours.
  var code: UInt32 {
    switch self {
    case .default: 0
    case .palette(let index): 0x100_0000 | UInt32(index)
    case .rgb(let red, let green, let blue):
      0x200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }
}
