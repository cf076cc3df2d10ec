import Imaging
import Testing

@Suite("WebP decoding")
struct WebPDecodingTests {
  @Test("keeps colours and straight alpha of lossless pictures")
  func lossless() throws {
    let bitmap = try ImageDecoder.decode(EncodedPictures.webpLossless)

    #expect(bitmap.size == PixelSize(width: 4, height: 2))
    #expect(bitmap[0, 0] == 0xFFFF_0000)
    #expect(bitmap[1, 0] == 0x8000_FF00)
    #expect(bitmap[2, 0] == 0x0100_00FF)
    #expect(bitmap[3, 0] == 0xFF09_0909)
    #expect(bitmap[0, 1] == 0xFF01_0203)
    #expect(bitmap[1, 1] == 0xC8FA_FBFC)
    #expect(bitmap[2, 1] >> 24 == 0)
    #expect(bitmap[3, 1] == 0xFFFF_FFFF)
  }

  @Test("gives the colours of lossy pictures")
  func lossy() throws {
    let bitmap = try ImageDecoder.decode(EncodedPictures.webpLossy)

    #expect(bitmap.size == PixelSize(width: 32, height: 16))
    #expect(isClose(bitmap[2, 2], 0xFFFF_0000, tolerance: 25))
    #expect(isClose(bitmap[29, 13], 0xFFFF_FFFF, tolerance: 25))
  }

  @Test("decodes straight to a smaller size", arguments: [(8, 8), (1, 1), (31, 100)])
  func reducedSize(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)

    let bitmap = try ImageDecoder.decode(EncodedPictures.webpLossy, fitting: size)

    #expect(bitmap.size == PixelSize(width: 32, height: 16).scaled(toFit: size))
  }

  @Test("rejects an animation with a specific error")
  func animation() {
    let flagOfAnimation: UInt8 = 0x02
    let canvas: [UInt8] = [flagOfAnimation, 0, 0, 0, 9, 0, 0, 9, 0, 0]
    let chunks = Array("VP8X".utf8) + [10, 0, 0, 0] + canvas
    let bytes =
      Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks

    #expect(throws: ImagingError.unsupportedFormat) { try ImageDecoder.decode(bytes) }
  }

  @Test("rejects a picture over the pixel limit")
  func pixelBudget() {
    #expect(throws: ImagingError.tooManyPixels) {
      try ImageDecoder.decode(EncodedPictures.webpLossy, limits: ImageLimits(maxPixels: 511))
    }
  }
}
