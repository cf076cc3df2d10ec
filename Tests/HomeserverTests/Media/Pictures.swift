import Imaging

/// Pictures for uploads.
enum Pictures {
  /// A PNG of one colour.
  static func plain(width: Int, height: Int, colour: UInt32 = 0xFF33_6699) throws -> [UInt8] {
    try Bitmap(
      width: width, height: height, pixels: [UInt32](repeating: colour, count: width * height)
    ).pngData()
  }

  /// A PNG whose left third is red, the middle one green and the right one blue.
  static func stripes(width: Int, height: Int) throws -> [UInt8] {
    let row = (0..<width).map { [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF][$0 * 3 / width] as UInt32 }
    return try Bitmap(
      width: width, height: height, pixels: (0..<height).flatMap { _ in row }
    ).pngData()
  }
}
