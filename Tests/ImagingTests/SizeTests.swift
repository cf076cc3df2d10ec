import Imaging
import Testing

@Suite("The size in a picture's header")
struct SizeTests {
  @Test("is that of the decoded picture, in each format and in the upright position")
  func sizes() throws {
    let turned = EXIFWriter.adding(
      orientation: 6, isBigEndian: true, to: EncodedPictures.jpegColour)
    let pictures = [
      PNGBuilder.picture(width: 40, height: 20) { _, _ in 0xFF01_0203 },
      EncodedPictures.jpegColour, EncodedPictures.jpegInks, turned, EncodedPictures.webpLossy,
      EncodedPictures.webpLossless,
      GIFBuilder(width: 7, height: 5, frames: [.init(width: 1, height: 1, pixels: [0])]).bytes,
      WebPAnimation(width: 4, height: 2, frames: [(0, 0, 4, 2, EncodedPictures.webpLossless)])
        .bytes,
    ]
    for bytes in pictures {
      #expect(try ImageDecoder.size(of: bytes) == ImageDecoder.decode(bytes).size)
    }
    #expect(
      try ImageDecoder.size(of: turned).width
        == ImageDecoder.size(of: EncodedPictures.jpegColour).height)
  }

  @Test("needs no pixels, and is refused when the header is damaged or of no picture")
  func damaged() throws {
    let png = PNGBuilder.picture(width: 40, height: 20) { _, _ in 0xFF01_0203 }
    #expect(try ImageDecoder.size(of: Array(png.prefix(60))) == PixelSize(width: 40, height: 20))
    for bytes in [
      Array(png.prefix(12)), Array(EncodedPictures.jpegColour.prefix(12)),
      Array(EncodedPictures.webpLossy.prefix(16)), Array("GIF89a".utf8), [],
    ] {
      #expect(throws: ImagingError.self) { try ImageDecoder.size(of: bytes) }
    }
  }
}
