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

  @Test("gives the first of many frames as a still picture, also reduced")
  func animation() throws {
    let still = EncodedPictures.webpLossy
    let file = WebPAnimation(
      width: 32, height: 16,
      frames: [(0, 0, 32, 16, still), (0, 0, 4, 2, EncodedPictures.webpLossless)])
    #expect(try ImageDecoder.decode(file.bytes) == ImageDecoder.decode(still))
    let size = PixelSize(width: 8, height: 8)
    #expect(
      try ImageDecoder.decode(file.bytes, fitting: size)
        == ImageDecoder.decode(still, fitting: size))
    #expect(throws: ImagingError.tooManyPixels) {
      try ImageDecoder.decode(file.bytes, limits: ImageLimits(maxPixels: 511))
    }
  }

  @Test("puts a small frame at its place on a transparent canvas, and refuses one outside")
  func place() throws {
    let still = EncodedPictures.webpLossless
    var file = WebPAnimation(width: 6, height: 4, frames: [(2, 2, 4, 2, still)])
    let bitmap = try ImageDecoder.decode(file.bytes)
    #expect(bitmap.size == PixelSize(width: 6, height: 4))
    #expect(bitmap[2, 2] == 0xFFFF_0000 && bitmap[5, 3] == 0xFFFF_FFFF)
    #expect(bitmap[0, 0] == 0 && bitmap[5, 1] == 0)
    file.frames[0].column = 4
    #expect(throws: ImagingError.malformed) { try ImageDecoder.decode(file.bytes) }
    file.frames = []
    #expect(throws: ImagingError.malformed) { try ImageDecoder.decode(file.bytes) }
  }

  @Test("rejects a picture over the pixel limit")
  func pixelBudget() {
    #expect(throws: ImagingError.tooManyPixels) {
      try ImageDecoder.decode(EncodedPictures.webpLossy, limits: ImageLimits(maxPixels: 511))
    }
  }
}
