package import Imaging

extension Bitmap {
  /// A picture of one colour that depends on its number.
  package static func template(_ number: UInt32, side: Int = 1) -> Bitmap {
    Bitmap(
      width: side, height: side,
      pixels: Array(repeating: 0xFF00_0000 | number, count: side * side))
  }
}
