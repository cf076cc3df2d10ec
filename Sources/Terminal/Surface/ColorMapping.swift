/// Maps a colour to its number on a terminal of some colour depth.
enum ColorMapping {
  /// The number for the terminal's colour calls; -1 is the default colour.
  static func number(of color: Color, depth: ColorDepth) -> Int32 {
    switch (depth, color) {
    case (.monochrome, _), (_, .default): -1
    case (.trueColor, .rgb(let red, let green, let blue)):
      direct((Int(red), Int(green), Int(blue)))
    case (.trueColor, .palette(let index)) where index < 8: Int32(index)
    case (.trueColor, .palette(let index)): direct(components(index))
    case (.palette, .palette(let index)): Int32(index)
    case (.palette, .rgb(let red, let green, let blue)):
      Int32(nearest((Int(red), Int(green), Int(blue)), in: 16..<256))
    case (.basic, .palette(let index)) where index < 16: Int32(index & 7)
    case (.basic, .palette(let index)): Int32(nearest(components(index), in: 0..<8))
    case (.basic, .rgb(let red, let green, let blue)):
      Int32(nearest((Int(red), Int(green), Int(blue)), in: 0..<8))
    }
  }

  private static func direct(_ color: (Int, Int, Int)) -> Int32 {
    let number = Int32(color.0 << 16 | color.1 << 8 | color.2)
    // Numbers below 256 still mean the palette: a trace of green avoids them.
    return number < 256 ? number | 0x100 : number
  }

  /// xterm's standard values of the 256 colours.
  static func components(_ index: UInt8) -> (Int, Int, Int) {
    let basic = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    let number = Int(index)
    switch number {
    case ..<16:
      let value = basic[number]
      return (value >> 16, value >> 8 & 0xFF, value & 0xFF)
    case ..<232:
      let levels = [0, 95, 135, 175, 215, 255]
      let cube = number - 16
      return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    default:
      let grey = 8 + (number - 232) * 10
      return (grey, grey, grey)
    }
  }

  private static func nearest(_ color: (Int, Int, Int), in range: Range<Int>) -> Int {
    var best = range.lowerBound
    var bestDistance = Int.max
    for index in range {
      let distance = distance(color, components(UInt8(index)))
      if distance < bestDistance {
        best = index
        bestDistance = distance
      }
    }
    return best
  }

  /// A weighted distance that approximates perception: plain distance turns skin tones grey.
  private static func distance(_ one: (Int, Int, Int), _ other: (Int, Int, Int)) -> Int {
    let mean = (one.0 + other.0) / 2
    let red = one.0 - other.0
    let green = one.1 - other.1
    let blue = one.2 - other.2
    return (512 + mean) * red * red + 1024 * green * green + (767 - mean) * blue * blue
  }
}
