/// A colour of text or of its background.
public enum Color: Sendable, Hashable {
  /// The terminal's default colour.
  case `default`

  /// One of the terminal's 256 colours: 0 to 15 are user-defined, then follow a cube and a grey
  /// ramp.
  case palette(UInt8)

  /// A 24-bit colour; shown as the nearest colour that the terminal supports.
  case rgb(UInt8, UInt8, UInt8)
}

extension Color {
  /// The colour as one number for tables; equal numbers mean equal colours.
  var code: UInt32 {
    switch self {
    case .default: 0
    case .palette(let index): 0x100_0000 | UInt32(index)
    case .rgb(let red, let green, let blue):
      0x200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }
}
