import Imaging
import Testing

@Suite("Reduced pictures")
struct ReductionTests {
  private let box = PixelSize(width: 1600, height: 1600)

  private func reduced(_ bytes: [UInt8], fitting size: PixelSize) throws -> [UInt8] {
    try #require(ImageFormat(signatureOf: bytes)).encode(ImageDecoder.decode(bytes, fitting: size))
  }

  private func has(_ bytes: [UInt8], _ text: String) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }

  @Test("a JPEG is upright without the EXIF data that said so")
  func jpeg() throws {
    let turned = EXIFWriter.adding(
      orientation: 6, isBigEndian: true, to: EncodedPictures.jpegColour)
    #expect(has(turned, "Exif"))
    let upright = try reduced(turned, fitting: box)
    #expect(ImageFormat(signatureOf: upright) == .jpeg)
    #expect(!has(upright, "Exif"))
    let (before, after) = (try ImageDecoder.decode(turned), try ImageDecoder.decode(upright))
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
    let clean = try reduced(png, fitting: box)
    #expect(!has(clean, "GPS"))
    #expect(try ImageDecoder.decode(clean).pixels == pixels)

    let webp = try reduced(EncodedPictures.webpLossy, fitting: box)
    #expect(ImageFormat(signatureOf: webp) == .webp)
    let before = try ImageDecoder.decode(EncodedPictures.webpLossy)
    let after = try ImageDecoder.decode(webp)
    #expect(zip(before.pixels, after.pixels).allSatisfy { isClose($0, $1, tolerance: 60) })
  }

  @Test("what may have more than one frame is told from its first bytes")
  func animations() {
    let control = Array("acTL".utf8)
    let png = PNGBuilder.picture(width: 2, height: 2) { _, _ in 0xFF01_0203 }
    var animated = png
    // After the signature and the header's chunk.
    animated.insert(
      contentsOf: [0, 0, 0, 8] + control + [UInt8](repeating: 0, count: 12), at: 33)
    let webp = WebPAnimation(
      width: 4, height: 2, frames: [(0, 0, 4, 2, EncodedPictures.webpLossless)])
    let gif = GIFBuilder(width: 1, height: 1, frames: [])
    for bytes in [animated, webp.bytes, gif.bytes] {
      let head = Array(bytes.prefix(100))
      #expect(ImageFormat(signatureOf: head)?.isAnimation(head) == true)
    }
    for bytes in [
      png, png + control, EncodedPictures.webpLossy, EncodedPictures.webpLossless,
      EncodedPictures.jpegColour, Array(png.prefix(40)), Array(webp.bytes.prefix(20)),
    ] {
      #expect(ImageFormat(signatureOf: bytes)?.isAnimation(bytes) == false)
    }
  }

  @Test("a larger picture gets smaller, and what has no pixels is refused")
  func sizes() throws {
    let small = try reduced(EncodedPictures.jpegColour, fitting: PixelSize(width: 8, height: 8))
    #expect(try ImageDecoder.size(of: small) == PixelSize(width: 8, height: 4))
    for format in [ImageFormat.png, .jpeg, .webp] {
      #expect(throws: ImagingError.empty) {
        try format.encode(Bitmap(width: 0, height: 0, pixels: []))
      }
    }
  }
}
