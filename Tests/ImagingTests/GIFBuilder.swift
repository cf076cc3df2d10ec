/// Builds GIF files whose pixels are numbers of colours below 128.
struct GIFBuilder {
  struct Frame {
    var left = 0
    var top = 0
    var width: Int
    var height: Int
    /// The numbers row by row, in the order in which the file has them.
    var pixels: [UInt8]
    var isInterlaced = false
    var transparent: UInt8?
    /// Red, green and blue of each colour of its own.
    var palette: [UInt8] = []
  }

  var width: Int
  var height: Int
  /// Red, green and blue of each colour; two, four, eight or so of them, or none.
  var palette: [UInt8] = [255, 0, 0, 0, 0, 255]
  var frames: [Frame]

  var bytes: [UInt8] {
    var bytes =
      Array("GIF89a".utf8) + word(width) + word(height) + [flags(palette), 0, 0] + palette
    // As in an animation that never ends.
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for frame in frames { bytes += self.bytes(of: frame) }
    return bytes + [0x3B]
  }

  private func bytes(of frame: Frame) -> [UInt8] {
    let control: [UInt8] = [0x21, 0xF9, 4, frame.transparent == nil ? 0 : 1, 0, 0]
    let place = [frame.left, frame.top, frame.width, frame.height].flatMap(word)
    return control + [frame.transparent ?? 0, 0, 0x2C] + place
      + [flags(frame.palette) | (frame.isInterlaced ? 0x40 : 0)] + frame.palette
      + data(of: frame.pixels)
  }

  /// LZW whose codes stay as long as a byte, since the table is cleared before it grows.
  private func data(of pixels: [UInt8]) -> [UInt8] {
    let (clear, end): (UInt8, UInt8) = (128, 129)
    var blocks: [UInt8] = [7]
    for start in stride(from: 0, to: pixels.count, by: 100) {
      let codes = [clear] + pixels[start..<min(start + 100, pixels.count)]
      blocks += [UInt8(codes.count)] + codes
    }
    return blocks + [1, end, 0]
  }

  private func flags(_ palette: [UInt8]) -> UInt8 {
    palette.isEmpty ? 0 : 0x80 | UInt8((palette.count / 3).trailingZeroBitCount - 1)
  }

  private func word(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}
