import CImaging

/// A picture as a few waves of colour, in so few characters that a message has room for them.
///
/// Source: the BlurHash format, as MSC2448 has it in Matrix.
public struct BlurHash: Sendable {
  static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
  /// The digits' values by their byte.
  private static let values: [UInt8: Int] = Dictionary(
    uniqueKeysWithValues: digits.enumerated().map { ($1, $0) })
  /// More pixels would only be smoother.
  private static let longestSide = 32

  private let columns: Int
  private let rows: Int
  /// Red, green and blue of each wave in linear light, row by row.
  private let waves: [SIMD3<Double>]

  /// Reads a text of 6 to 166 characters; nil when it is none, or its length is not the one that it
  /// declares.
  public init?(_ text: String) {
    guard (6...166).contains(text.utf8.count) else { return nil }
    var numbers: [Int] = []
    for byte in text.utf8 {
      guard let value = Self.values[byte] else { return nil }
      numbers.append(value)
    }
    columns = numbers[0] % 9 + 1
    rows = numbers[0] / 9 + 1
    guard rows <= 9, numbers.count == 4 + 2 * columns * rows else { return nil }
    let strength = Double(numbers[1] + 1) / 166
    let average = numbers[2..<6].reduce(0) { $0 * 83 + $1 }
    guard average < 1 << 24 else { return nil }
    var waves = [
      SIMD3(Self.light(average >> 16), Self.light(average >> 8 & 255), Self.light(average & 255))
    ]
    for index in stride(from: 6, to: numbers.count, by: 2) {
      let value = numbers[index] * 83 + numbers[index + 1]
      guard value < 19 * 19 * 19 else { return nil }
      waves.append(
        strength
          * SIMD3(
            Self.part(value / 361), Self.part(value / 19 % 19), Self.part(value % 19)))
    }
    self.waves = waves
  }

  /// The picture with the aspect ratio of a size, in a few hundred pixels.
  public func bitmap(like size: PixelSize) -> Bitmap {
    let shape = size.isEmpty ? PixelSize(width: 4, height: 3) : size
    let side = Self.longestSide
    let target = shape.scaled(toFit: PixelSize(width: side, height: side))
    let across = Self.cosines(waves: columns, length: target.width)
    let down = Self.cosines(waves: rows, length: target.height)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(target.width * target.height)
    for row in 0..<target.height {
      for column in 0..<target.width {
        var light = SIMD3<Double>.zero
        for wave in waves.indices {
          light += waves[wave] * (across[wave % columns][column] * down[wave / columns][row])
        }
        pixels.append(Self.pixel(light))
      }
    }
    return Bitmap(width: target.width, height: target.height, pixels: pixels)
  }

  static func cosines(waves: Int, length: Int) -> [[Double]] {
    (0..<waves).map { wave in
      (0..<length).map { cimaging_cosine(.pi * Double(wave * $0) / Double(length)) }
    }
  }

  private static func part(_ digit: Int) -> Double {
    let value = (Double(digit) - 9) / 9
    return value < 0 ? -value * value : value * value
  }

  static func light(_ level: Int) -> Double {
    let value = Double(level) / 255
    return value <= 0.04045 ? value / 12.92 : cimaging_power((value + 0.055) / 1.055, 2.4)
  }

  static func level(_ light: Double) -> UInt32 {
    let value = min(max(light, 0), 1)
    let shown =
      value <= 0.0031308 ? value * 12.92 : 1.055 * cimaging_power(value, 1 / 2.4) - 0.055
    return UInt32(min(max(shown * 255 + 0.5, 0), 255))
  }

  private static func pixel(_ light: SIMD3<Double>) -> UInt32 {
    0xFF00_0000 | level(light.x) << 16 | level(light.y) << 8 | level(light.z)
  }
}
