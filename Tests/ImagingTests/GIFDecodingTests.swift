import Imaging
import Testing

@Suite("GIF decoding")
struct GIFDecodingTests {
  private static let (red, blue): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF)

  private func picture(_ frames: GIFBuilder.Frame..., width: Int, height: Int) -> [UInt8] {
    GIFBuilder(width: width, height: height, frames: frames).bytes
  }

  @Test("gives the first of many frames as a still picture")
  func animation() throws {
    let first = GIFBuilder.Frame(width: 3, height: 2, pixels: [0, 1, 0, 1, 1, 0])
    let second = GIFBuilder.Frame(width: 3, height: 2, pixels: [1, 1, 1, 1, 1, 1])
    let bitmap = try ImageDecoder.decode(picture(first, second, width: 3, height: 2))
    let (red, blue) = (Self.red, Self.blue)
    #expect(bitmap == Bitmap(width: 3, height: 2, pixels: [red, blue, red, blue, blue, red]))
  }

  @Test("reads no further than the first frame, so that what follows can do no harm")
  func rest() throws {
    let frame = GIFBuilder.Frame(width: 1, height: 1, pixels: [1])
    let whole = picture(frame, width: 1, height: 1)
    let bitmap = try ImageDecoder.decode(Array(whole.dropLast()) + Array("no frame".utf8))
    #expect(bitmap.pixels == [Self.blue])
  }

  @Test("puts a frame at its place on a transparent canvas, and cuts off what lies outside")
  func place() throws {
    let frame = GIFBuilder.Frame(left: 1, top: 1, width: 2, height: 2, pixels: [0, 1, 1, 0])
    let whole = try ImageDecoder.decode(picture(frame, width: 4, height: 4))
    #expect(whole.size == PixelSize(width: 4, height: 4))
    #expect(whole[1, 1] == Self.red && whole[2, 1] == Self.blue && whole[1, 2] == Self.blue)
    #expect(whole.pixels.filter { $0 == 0 }.count == 12)
    let cut = try ImageDecoder.decode(picture(frame, width: 2, height: 2))
    #expect(cut.pixels == [0, 0, 0, Self.red])
    let outside = GIFBuilder.Frame(left: 9, top: 9, width: 1, height: 1, pixels: [1])
    #expect(try ImageDecoder.decode(picture(outside, width: 2, height: 2)).pixels == [0, 0, 0, 0])
  }

  @Test("keeps transparency, the colours of the frame, and the order of interlaced rows")
  func details() throws {
    var frame = GIFBuilder.Frame(width: 2, height: 1, pixels: [0, 1], transparent: 0)
    #expect(try ImageDecoder.decode(picture(frame, width: 2, height: 1)).pixels == [0, Self.blue])
    frame.palette = [1, 2, 3, 4, 5, 6]
    #expect(
      try ImageDecoder.decode(picture(frame, width: 2, height: 1)).pixels == [0, 0xFF04_0506])
    // Nine rows are stored as 0, 8, 4, 2, 6, 1, 3, 5 and 7.
    let rows = GIFBuilder.Frame(
      width: 1, height: 9, pixels: [0, 0, 0, 1, 1, 0, 1, 1, 0], isInterlaced: true)
    let (red, blue) = (Self.red, Self.blue)
    #expect(
      try ImageDecoder.decode(picture(rows, width: 1, height: 9)).pixels
        == [red, red, blue, blue, red, blue, blue, red, red])
  }

  @Test("a number without a colour is transparent, and a picture without any colours damaged")
  func colors() throws {
    let frame = GIFBuilder.Frame(width: 2, height: 1, pixels: [1, 99])
    #expect(try ImageDecoder.decode(picture(frame, width: 2, height: 1)).pixels == [Self.blue, 0])
    let plain = GIFBuilder(width: 2, height: 1, palette: [], frames: [frame])
    #expect(throws: ImagingError.malformed) { try ImageDecoder.decode(plain.bytes) }
  }

  @Test("rejects a canvas and a frame over the pixel limit before their pixels")
  func limits() throws {
    let frame = GIFBuilder.Frame(width: 40, height: 30, pixels: [])
    let limits = ImageLimits(maxPixels: 1199)
    for bytes in [
      picture(frame, width: 1, height: 1),
      picture(.init(width: 1, height: 1, pixels: [0]), width: 40, height: 30),
    ] {
      #expect(throws: ImagingError.tooManyPixels) {
        try ImageDecoder.decode(bytes, limits: limits)
      }
    }
    #expect(throws: ImagingError.malformed) {
      try ImageDecoder.decode(picture(width: 0, height: 5))
    }
    #expect(throws: ImagingError.malformed) {
      try ImageDecoder.decode(picture(width: 5, height: 5))
    }
  }

  @Test("is reduced like any other picture, and never encoded")
  func reduction() throws {
    let frame = GIFBuilder.Frame(width: 8, height: 4, pixels: [UInt8](repeating: 1, count: 32))
    let bytes = picture(frame, width: 8, height: 4)
    let bitmap = try ImageDecoder.decode(bytes, fitting: PixelSize(width: 4, height: 4))
    #expect(bitmap == Bitmap(width: 4, height: 2, pixels: .init(repeating: Self.blue, count: 8)))
    let format = try #require(ImageFormat(signatureOf: bytes))
    #expect(throws: ImagingError.unsupportedFormat) { try format.encode(bitmap) }
  }
}
