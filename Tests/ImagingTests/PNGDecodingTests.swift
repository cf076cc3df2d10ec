import Imaging
import Testing

@Suite("PNG decoding")
struct PNGDecodingTests {
  private func colour(column: Int, row: Int) -> UInt32 {
    UInt32(255 - row) << 24 | UInt32(column * 20) << 16 | UInt32(row * 10) << 8 | 7
  }

  @Test("keeps colours and straight alpha", arguments: [false, true])
  func colourAndAlpha(isInterlaced: Bool) throws {
    let bytes = PNGBuilder.picture(
      width: 11, height: 9, isInterlaced: isInterlaced, pixel: colour)

    let bitmap = try ImageDecoder.decode(bytes)

    #expect(bitmap.size == PixelSize(width: 11, height: 9))
    for row in 0..<9 {
      for column in 0..<11 {
        #expect(bitmap[column, row] == colour(column: column, row: row))
      }
    }
  }

  @Test("reads a picture of one pixel")
  func onePixel() throws {
    let bytes = PNGBuilder.picture(width: 1, height: 1) { _, _ in 0x8001_0203 }

    #expect(
      try ImageDecoder.decode(bytes) == Bitmap(width: 1, height: 1, pixels: [0x8001_0203]))
  }

  @Test("reads gray values as opaque colours")
  func grayscale() throws {
    let builder = PNGBuilder(width: 3, height: 1, colourType: 0, rows: [[0, 0, 0x40, 0xFF]])

    let bitmap = try ImageDecoder.decode(builder.bytes)

    #expect(bitmap.pixels == [0xFF00_0000, 0xFF40_4040, 0xFFFF_FFFF])
  }

  @Test("reads two-bit palettes with transparent entries")
  func palette() throws {
    let builder = PNGBuilder(
      width: 4, height: 1, depth: 2, colourType: 3, palette: [255, 0, 0, 0, 255, 0, 1, 2, 3],
      paletteAlpha: [255, 128], rows: [[0, 0b00_01_10_00]])

    let bitmap = try ImageDecoder.decode(builder.bytes)

    #expect(bitmap.pixels == [0xFFFF_0000, 0x8000_FF00, 0xFF01_0203, 0xFFFF_0000])
  }

  @Test("takes 16-bit channels without a colour space as sRGB, without brightening")
  func sixteenBits() throws {
    let builder = PNGBuilder(
      width: 1, height: 1, depth: 16, colourType: 2,
      rows: [[0, 0x40, 0x40, 0x80, 0x80, 0xC0, 0xC0]])

    let bitmap = try ImageDecoder.decode(builder.bytes)

    #expect(bitmap.pixels == [0xFF40_80C0])
  }

  @Test("rejects a picture over the pixel limit by its header alone")
  func hugeSize() throws {
    var builder = PNGBuilder(width: 40_001, height: 1000, rows: [])
    #expect(throws: ImagingError.tooManyPixels) { try ImageDecoder.decode(builder.bytes) }

    builder.width = 1_000_000
    builder.height = 1_000_000
    #expect(throws: ImagingError.tooManyPixels) { try ImageDecoder.decode(builder.bytes) }
  }

  @Test("rejects impossible sizes", arguments: [0, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
  func impossibleSize(side: UInt32) throws {
    let builder = PNGBuilder(width: side, height: 0, rows: [])

    #expect(throws: ImagingError.malformed) { try ImageDecoder.decode(builder.bytes) }
  }

  @Test("accepts exactly as many pixels and bytes as the limits say")
  func exactLimits() throws {
    let bytes = PNGBuilder.picture(width: 10, height: 10) { _, _ in 0xFF00_0000 }
    let fitting = ImageLimits(maxBytes: bytes.count, maxPixels: 100)

    #expect(try ImageDecoder.decode(bytes, limits: fitting).width == 10)
    #expect(throws: ImagingError.tooManyBytes) {
      try ImageDecoder.decode(bytes, limits: ImageLimits(maxBytes: bytes.count - 1))
    }
    #expect(throws: ImagingError.tooManyPixels) {
      try ImageDecoder.decode(bytes, limits: ImageLimits(maxPixels: 99))
    }
  }

  @Test("reduces a larger picture to fit and leaves a smaller one alone")
  func fitting() throws {
    let bytes = PNGBuilder.picture(width: 40, height: 20) { _, _ in 0xFF12_3456 }

    let reduced = try ImageDecoder.decode(bytes, fitting: PixelSize(width: 10, height: 10))
    let same = try ImageDecoder.decode(bytes, fitting: PixelSize(width: 100, height: 100))

    #expect(reduced.size == PixelSize(width: 10, height: 5))
    #expect(reduced.pixels.allSatisfy { $0 == 0xFF12_3456 })
    #expect(same.size == PixelSize(width: 40, height: 20))
  }

  @Test("decodes what the encoder wrote")
  func roundTrip() throws {
    let bitmap = Bitmap(
      width: 5, height: 3, pixels: (0..<15).map { 0x8000_0000 | UInt32($0) &* 0x0001_1107 })

    #expect(try ImageDecoder.decode(bitmap.pngData()) == bitmap)
    #expect(throws: ImagingError.empty) {
      try Bitmap(width: 0, height: 0, pixels: []).pngData()
    }
  }
}
