import Imaging
import SeededRandom
import Testing

@Suite("Hostile pictures")
struct HostilePictureTests {
  static let samples: [[UInt8]] = [
    PNGBuilder.picture(width: 9, height: 9, isInterlaced: true) { UInt32($0 * $1) | 0x8000_0000 },
    PNGBuilder(
      width: 4, height: 1, depth: 2, colourType: 3, palette: [255, 0, 0, 0, 255, 0, 1, 2, 3],
      paletteAlpha: [255, 128], rows: [[0, 0b00_01_10_00]]
    ).bytes,
    EXIFWriter.adding(orientation: 6, isBigEndian: true, to: EncodedPictures.jpegColour),
    EncodedPictures.jpegProgressive, EncodedPictures.jpegGray, EncodedPictures.jpegInks,
    EncodedPictures.webpLossy, EncodedPictures.webpLossless,
    GIFBuilder(
      width: 9, height: 9,
      frames: [.init(left: 1, width: 8, height: 8, pixels: .init(repeating: 1, count: 64))]
    ).bytes,
    WebPAnimation(width: 6, height: 4, frames: [(2, 2, 4, 2, EncodedPictures.webpLossless)]).bytes,
  ]

  @Test("give a bitmap or an error when truncated at any length", arguments: samples)
  func truncated(sample: [UInt8]) throws {
    let size = try ImageDecoder.decode(sample).size
    for count in 0..<sample.count {
      let bitmap = try? ImageDecoder.decode(Array(sample.prefix(count)))
      #expect(bitmap == nil || bitmap?.size == size || bitmap?.size == size.turned)
    }
  }

  @Test("give a bitmap or an error when bytes are changed", arguments: samples)
  func damaged(sample: [UInt8]) {
    var random = SeededGenerator(seed: 42)
    let limits = ImageLimits(maxPixels: 1_000_000)
    var failures = 0
    for _ in 0..<1_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      let size = PixelSize(width: .random(in: 0...40, using: &random), height: 7)
      let bitmap = try? ImageDecoder.decode(bytes, limits: limits, fitting: size)
      if let bitmap {
        #expect(bitmap.pixels.count <= limits.maxPixels)
        #expect(bitmap.width <= size.width && bitmap.height <= size.height)
      } else {
        failures += 1
      }
    }
    #expect(failures > 0)
  }

  @Test("give an error when nothing or random bytes follow the signature")
  func onlySignatures() {
    var random = SeededGenerator(seed: 7)
    for signature in [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF89a".utf8),
    ] as [[UInt8]] {
      for count in 0..<200 {
        let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(throws: ImagingError.self) { try ImageDecoder.decode(signature + rest) }
      }
    }
  }

  @Test(
    "are told by their first bytes and not decoded when these are of no known kind",
    arguments: ["", "GIF90a\u{1}", "<svg xmlns=", "BM", "RIFF1234WAVE", "\u{0}PNG", "%PDF-1.7"])
  func unknownSignature(text: String) {
    #expect(throws: ImagingError.unsupportedFormat) {
      try ImageDecoder.decode(Array(text.utf8))
    }
  }

  @Test("are rejected by their length before anything else")
  func tooLong() {
    #expect(throws: ImagingError.tooManyBytes) {
      try ImageDecoder.decode([UInt8](repeating: 0, count: (8 << 20) + 1))
    }
  }
}

extension PixelSize {
  fileprivate var turned: PixelSize {
    PixelSize(width: height, height: width)
  }
}
