import CImaging

extension BlurHash {
  /// The waves that a hash has across and down: what other clients write.
  private static let shape = (columns: 4, rows: 3)
  /// More pixels would not change the waves.
  private static let sampled = PixelSize(width: 64, height: 64)

  /// The hash of a picture, on white where it is transparent; nil for an empty one.
  public static func text(of bitmap: Bitmap) -> String? {
    guard !bitmap.size.isEmpty else { return nil }
    let waves = Self.waves(of: bitmap.scaled(toFit: sampled))
    let strongest = waves.dropFirst().map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
    let strength = min(max(Int(strongest * 166 - 0.5), 0), 82)
    let scale = Double(strength + 1) / 166
    var text = digits(of: shape.columns - 1 + (shape.rows - 1) * 9, count: 1)
    text += digits(of: strength, count: 1)
    let average = waves[0]
    let color = [average.x, average.y, average.z].reduce(0) { $0 << 8 | Int(level($1)) }
    text += digits(of: color, count: 4)
    for wave in waves.dropFirst() {
      let parts = [wave.x, wave.y, wave.z].map { digit(of: $0 / scale) }
      text += digits(of: parts.reduce(0) { $0 * 19 + $1 }, count: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func waves(of bitmap: Bitmap) -> [SIMD3<Double>] {
    let across = cosines(waves: shape.columns, length: bitmap.width)
    let down = cosines(waves: shape.rows, length: bitmap.height)
    let light = bitmap.pixels.map(onWhite)
    return (0..<shape.columns * shape.rows).map { number in
      let (column, row) = (across[number % shape.columns], down[number / shape.columns])
      var sum = SIMD3<Double>.zero
      for (index, light) in light.enumerated() {
        sum += light * (column[index % bitmap.width] * row[index / bitmap.width])
      }
      return sum * ((number == 0 ? 1 : 2) / Double(light.count))
    }
  }

  private static func onWhite(_ pixel: UInt32) -> SIMD3<Double> {
    let opacity = Int(pixel >> 24)
    let channels = [16, 8, 0].map { shift in
      let channel = Int(pixel >> UInt32(shift) & 0xFF)
      return light((channel * opacity + 255 * (255 - opacity)) / 255)
    }
    return SIMD3(channels[0], channels[1], channels[2])
  }

  /// One of 19 steps from -1 to 1, closer to each other around zero.
  private static func digit(of value: Double) -> Int {
    let root = abs(value).squareRoot() * (value < 0 ? -1 : 1)
    return min(max(Int(root * 9 + 9.5), 0), 18)
  }

  private static func digits(of number: Int, count: Int) -> [UInt8] {
    var rest = number
    var text: [UInt8] = []
    for _ in 0..<count {
      text.insert(digits[rest % 83], at: 0)
      rest /= 83
    }
    return text
  }
}
