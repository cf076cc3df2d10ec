import Imaging
import Testing

@Suite("JPEG decoding")
struct JPEGDecodingTests {
  @Test(
    "gives the colours of the four quarters",
    arguments: [EncodedPictures.jpegColour, EncodedPictures.jpegProgressive])
  func colours(bytes: [UInt8]) throws {
    let bitmap = try ImageDecoder.decode(bytes)

    #expect(bitmap.size == PixelSize(width: 32, height: 16))
    #expect(isClose(bitmap[2, 2], 0xFFFF_0000))
    #expect(isClose(bitmap[29, 2], 0xFF00_FF00))
    #expect(isClose(bitmap[2, 13], 0xFF00_00FF))
    #expect(isClose(bitmap[29, 13], 0xFFFF_FFFF))
  }

  @Test("reads one channel as gray")
  func grayscale() throws {
    let bitmap = try ImageDecoder.decode(EncodedPictures.jpegGray)

    #expect(isClose(bitmap[2, 8], 0xFF40_4040))
    #expect(isClose(bitmap[29, 8], 0xFFC0_C0C0))
  }

  @Test("converts CMYK to RGB")
  func inks() throws {
    let bitmap = try ImageDecoder.decode(EncodedPictures.jpegInks)

    #expect(isClose(bitmap[2, 2], 0xFF00_FFFF))
    #expect(isClose(bitmap[29, 2], 0xFFFF_FFFF))
    #expect(isClose(bitmap[2, 13], 0xFF00_8080))
    #expect(isClose(bitmap[29, 13], 0xFF80_8080))
  }

  @Test(
    "decodes at a fraction of the size",
    arguments: [(16, 8), (10, 10), (8, 4), (4, 2), (3, 9), (1, 1), (32, 16), (31, 16)])
  func reducedSize(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)

    let bitmap = try ImageDecoder.decode(EncodedPictures.jpegColour, fitting: size)

    #expect(bitmap.size == PixelSize(width: 32, height: 16).scaled(toFit: size))
    if bitmap.width >= 4 {
      #expect(isClose(bitmap[0, 0], 0xFFFF_0000, tolerance: 40))
      #expect(isClose(bitmap[bitmap.width - 1, 0], 0xFF00_FF00, tolerance: 40))
    }
  }

  @Test("does not enlarge")
  func noEnlarging() throws {
    let bitmap = try ImageDecoder.decode(
      EncodedPictures.jpegColour, fitting: PixelSize(width: 400, height: 400))

    #expect(bitmap.size == PixelSize(width: 32, height: 16))
  }

  /// The quarters of the upright picture, in reading order, for each orientation of the stored one.
  static let orientations: [(UInt8, [UInt32])] = {
    let (red, green): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_FF00)
    let (blue, white): (UInt32, UInt32) = (0xFF00_00FF, 0xFFFF_FFFF)
    return [
      (1, [red, green, blue, white]), (2, [green, red, white, blue]),
      (3, [white, blue, green, red]), (4, [blue, white, red, green]),
      (5, [red, blue, green, white]), (6, [blue, red, white, green]),
      (7, [white, green, blue, red]), (8, [green, white, red, blue]),
      (0, [red, green, blue, white]), (9, [red, green, blue, white]),
    ]
  }()

  @Test("is rotated upright by its EXIF orientation", arguments: orientations, [false, true])
  func orientation(_ given: (UInt8, [UInt32]), isBigEndian: Bool) throws {
    let bytes = EXIFWriter.adding(
      orientation: given.0, isBigEndian: isBigEndian, to: EncodedPictures.jpegColour)
    let isTurned = (5...8).contains(given.0)

    let bitmap = try ImageDecoder.decode(bytes)
    let reduced = try ImageDecoder.decode(bytes, fitting: PixelSize(width: 8, height: 8))

    let (width, height) = isTurned ? (16, 32) : (32, 16)
    #expect(bitmap.size == PixelSize(width: width, height: height))
    #expect(reduced.size == PixelSize(width: width / 4, height: height / 4))
    let corners = [
      bitmap[2, 2], bitmap[width - 3, 2], bitmap[2, height - 3], bitmap[width - 3, height - 3],
    ]
    #expect(zip(corners, given.1).allSatisfy { isClose($0, $1) })
  }

  @Test("ignores damaged EXIF data, truncated at every length")
  func damagedNotes() throws {
    let whole = EXIFWriter.block(orientation: 6, isBigEndian: true)
    for count in 0..<whole.count {
      let bytes = EXIFWriter.adding(
        block: Array(whole.prefix(count)), to: EncodedPictures.jpegColour)
      let bitmap = try ImageDecoder.decode(bytes)
      #expect([16, 32].contains(bitmap.width))
    }
  }

  @Test("rejects a picture over the pixel limit")
  func pixelBudget() {
    #expect(throws: ImagingError.tooManyPixels) {
      try ImageDecoder.decode(EncodedPictures.jpegColour, limits: ImageLimits(maxPixels: 511))
    }
  }
}
