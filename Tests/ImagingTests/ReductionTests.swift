import Imaging
import Testing

@Suite("Reduced pictures")
struct ReductionTests {
  private let box = PixelSize(width: 1600, height: 1600)

  private func has(_ bytes: [UInt8], _ text: String) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }

  @Test("a JPEG is upright without the EXIF data that said so")
  func jpeg() throws {
    let turned = EXIFWriter.adding(
      orientation: 6, isBigEndian: true, to: EncodedPictures.jpegColour)
    #expect(has(turned, "Exif"))
    let reduced = try ImageDecoder.reduced(turned, fitting: box)
    #expect(ImageFormat(signatureOf: reduced) == .jpeg)
    #expect(!has(reduced, "Exif"))
    let (before, after) = (try ImageDecoder.decode(turned), try ImageDecoder.decode(reduced))
    #expect(after.size == PixelSize(width: 16, height: 32))
    // In the middle of each of its four fields: colours are coarser than the pixels.
    for (column, row) in [(4, 8), (12, 8), (4, 24), (12, 24)] {
      #expect(isClose(before[column, row], after[column, row]))
    }
  }

  @Test("PNG and WebP keep their formats and colours")
  func others() throws {
    let pixels: [UInt32] = (0..<64).map { $0 % 8 < 4 ? 0xFFFF_0000 : 0x8000_00FF }
    let png = try Bitmap(width: 8, height: 8, pixels: pixels).pngData() + Array("GPS".utf8)
    let reduced = try ImageDecoder.reduced(png, fitting: box)
    #expect(!has(reduced, "GPS"))
    #expect(try ImageDecoder.decode(reduced).pixels == pixels)

    let webp = try ImageDecoder.reduced(EncodedPictures.webpLossy, fitting: box)
    #expect(ImageFormat(signatureOf: webp) == .webp)
    let before = try ImageDecoder.decode(EncodedPictures.webpLossy)
    let after = try ImageDecoder.decode(webp)
    #expect(zip(before.pixels, after.pixels).allSatisfy { isClose($0, $1, tolerance: 60) })
  }

  @Test("the square is the middle of a picture, not larger than it has to be, without metadata")
  func square() throws {
    let pixels: [UInt32] = (0..<32).map { $0 % 8 < 2 || $0 % 8 > 5 ? 0xFFFF_0000 : 0xFF00_00FF }
    let png = try Bitmap(width: 8, height: 4, pixels: pixels).pngData() + Array("GPS".utf8)
    let square = try ImageDecoder.square(png, side: 512)
    #expect(square.bitmap.size == PixelSize(width: 4, height: 4))
    #expect(square.bitmap.pixels.allSatisfy { $0 == 0xFF00_00FF })
    #expect(try ImageDecoder.decode(square.bytes) == square.bitmap)
    #expect(!has(square.bytes, "GPS"))
    let small = try ImageDecoder.square(EncodedPictures.jpegColour, side: 8)
    #expect(ImageFormat(signatureOf: small.bytes) == .jpeg)
    #expect(try ImageDecoder.size(of: small.bytes) == PixelSize(width: 8, height: 8))
    #expect(throws: ImagingError.unsupportedFormat) {
      try ImageDecoder.square(Array("GIF89a".utf8), side: 8)
    }
  }

  @Test("a larger picture gets smaller, and other files are refused")
  func sizes() throws {
    let reduced = try ImageDecoder.reduced(
      EncodedPictures.jpegColour, fitting: PixelSize(width: 8, height: 8))
    #expect(try ImageDecoder.size(of: reduced) == PixelSize(width: 8, height: 4))
    #expect(throws: ImagingError.unsupportedFormat) {
      try ImageDecoder.reduced(Array("GIF89a".utf8), fitting: box)
    }
    #expect(throws: ImagingError.malformed) {
      try ImageDecoder.reduced(Array(EncodedPictures.jpegColour.prefix(20)), fitting: box)
    }
  }
}
