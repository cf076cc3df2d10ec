import Imaging
import Testing

@Suite("Decoding for a part")
struct CoveringTests {
  private func decode(
    _ bytes: [UInt8], covering width: Int, _ height: Int
  ) throws -> PixelSize {
    try ImageDecoder.decode(bytes, covering: PixelSize(width: width, height: height)).size
  }

  @Test("reduces a picture until one side matches the size")
  func smallest() throws {
    let bytes = PNGBuilder.picture(width: 40, height: 20) { _, _ in 0xFF01_0203 }

    #expect(try decode(bytes, covering: 10, 10) == PixelSize(width: 20, height: 10))
    #expect(try decode(bytes, covering: 20, 1) == PixelSize(width: 20, height: 10))
    #expect(try decode(bytes, covering: 39, 3) == PixelSize(width: 39, height: 20))
  }

  @Test("leaves a picture that does not cover the size unchanged")
  func small() throws {
    let bytes = PNGBuilder.picture(width: 40, height: 20) { _, _ in 0xFF01_0203 }

    #expect(try decode(bytes, covering: 40, 1) == PixelSize(width: 40, height: 20))
    #expect(try decode(bytes, covering: 3, 21) == PixelSize(width: 40, height: 20))
  }

  @Test("does the same for each format")
  func formats() throws {
    // 32 by 16 pixels.
    for bytes in [EncodedPictures.jpegColour, EncodedPictures.webpLossy] {
      #expect(try decode(bytes, covering: 5, 5) == PixelSize(width: 10, height: 5))
      #expect(try decode(bytes, covering: 32, 16) == PixelSize(width: 32, height: 16))
    }
  }

  @Test("rotates a camera's picture first")
  func turned() throws {
    let bytes = EXIFWriter.adding(
      orientation: 6, isBigEndian: true, to: EncodedPictures.jpegColour)

    #expect(try decode(bytes, covering: 5, 5) == PixelSize(width: 5, height: 10))
  }

  @Test("gives an empty bitmap for an empty size")
  func empty() throws {
    #expect(
      try decode(EncodedPictures.jpegColour, covering: 0, 5) == PixelSize(width: 0, height: 0))
  }
}
