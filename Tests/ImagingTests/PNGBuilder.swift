/// Writes PNG files of any colour type by hand, including invalid ones.
struct PNGBuilder {
  var width: UInt32
  var height: UInt32
  var depth: UInt8 = 8
  /// 0 gray, 2 colour, 3 palette, 4 gray and alpha, 6 colour and alpha.
  var colourType: UInt8 = 6
  var isInterlaced = false
  var palette: [UInt8] = []
  var paletteAlpha: [UInt8] = []
  /// The rows as stored, each with its filter byte; interlacing passes follow one another.
  var rows: [[UInt8]]

  /// The file.
  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let interlace: UInt8 = isInterlaced ? 1 : 0
    file += Self.chunk(
      "IHDR", Self.word(width) + Self.word(height) + [depth, colourType, 0, 0, interlace])
    if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
    if !paletteAlpha.isEmpty { file += Self.chunk("tRNS", paletteAlpha) }
    file += Self.chunk("IDAT", Self.stored(rows.flatMap { $0 }))
    return file + Self.chunk("IEND", [])
  }

  /// A picture of 8-bit colour and alpha from pixels, with or without Adam7 interlacing.
  static func picture(
    width: Int, height: Int, isInterlaced: Bool = false, pixel: (Int, Int) -> UInt32
  ) -> [UInt8] {
    let adam7 = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    var rows: [[UInt8]] = []
    for (left, top, columnStep, rowStep) in isInterlaced ? adam7 : [(0, 0, 1, 1)] where left < width
    {
      for row in stride(from: top, to: height, by: rowStep) {
        rows.append(
          [0]
            + stride(from: left, to: width, by: columnStep).flatMap {
              redGreenBlueAlpha(pixel($0, row))
            })
      }
    }
    return PNGBuilder(
      width: UInt32(width), height: UInt32(height), isInterlaced: isInterlaced, rows: rows
    ).bytes
  }

  private static func redGreenBlueAlpha(_ pixel: UInt32) -> [UInt8] {
    let bytes = word(pixel)
    return [bytes[1], bytes[2], bytes[3], bytes[0]]
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + data
    return word(UInt32(data.count)) + body + word(checksum(body))
  }

  /// A zlib stream of one stored (uncompressed) block, so at most 65,535 bytes.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    let lengths = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [0x78, 0x01, 0x01] + lengths + data + word(high << 16 | low)
  }

  private static func checksum(_ data: [UInt8]) -> UInt32 {
    ~data.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
        rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
      }
    }
  }
}
