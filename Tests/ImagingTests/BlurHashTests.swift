import Imaging
import Testing

@Suite("Blurred pictures in a few characters")
struct BlurHashTests {
  @Test("the average colour and the waves come out")
  func decodes() throws {
    // One wave: a plain colour, whose number is in the third to the sixth digit.
    let plain = try #require(BlurHash("00TSUA"))
    let bitmap = plain.bitmap(like: PixelSize(width: 200, height: 100))
    #expect(bitmap.size == PixelSize(width: 32, height: 16))
    #expect(Set(bitmap.pixels).count == 1)
    let number = [29, 28, 30, 10].reduce(0) { $0 * 83 + $1 }
    #expect(Int(bitmap.pixels[0] & 0xFF_FFFF) == number)

    let waves = try #require(BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    let picture = waves.bitmap(like: PixelSize(width: 4, height: 3))
    #expect(picture.size == PixelSize(width: 32, height: 24))
    #expect(Set(picture.pixels).count > 100)
    #expect(picture.pixels.allSatisfy { $0 >> 24 == 0xFF })
  }

  @Test(
    "what is no hash is refused",
    arguments: [
      "", "00TSU", "00TSUAA", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdnjj",
      "00TS\"A", "00TSÜA", "00~~~~", "~0TSUA", "10TSUA~~", String(repeating: "~", count: 60_000),
    ])
  func refused(text: String) {
    #expect(BlurHash(text) == nil)
  }

  @Test("an absurd shape still gives a small picture")
  func shapes() throws {
    let hash = try #require(BlurHash("00TSUA"))
    for size in [(0, 0), (-1, 5), (1, 1 << 40), (1 << 40, 1)] {
      let bitmap = hash.bitmap(like: PixelSize(width: size.0, height: size.1))
      #expect((1...32).contains(bitmap.width) && (1...32).contains(bitmap.height))
    }
  }

  @Test("the hash of a picture shows its colours at their places")
  func encodes() throws {
    let (width, height) = (300, 200)
    let pixels = (0..<width * height).map { index -> UInt32 in
      let isLeft = index % width < width / 2
      let isUpper = index / width < height / 2
      return isLeft ? 0xFFE0_2020 : isUpper ? 0xFF20_20E0 : 0x0000_0000
    }
    let text = try #require(
      BlurHash.text(of: Bitmap(width: width, height: height, pixels: pixels)))
    #expect(text.utf8.count == 28 && text.hasPrefix("L"))
    let hash = try #require(BlurHash(text))
    let picture = hash.bitmap(like: PixelSize(width: width, height: height))
    func channels(_ column: Int, _ row: Int) -> [Int] {
      let pixel = picture.pixels[row * picture.width + column]
      return [16, 8, 0].map { Int(pixel >> UInt32($0) & 0xFF) }
    }
    let (left, upper, lower) = (channels(3, 10), channels(28, 2), channels(28, 18))
    #expect(left[0] > 150 && left[0] > 2 * left[2])
    #expect(upper[2] > 150 && upper[2] > upper[0])
    // Nothing there: white.
    #expect(lower.allSatisfy { $0 > 170 })
    let plain = Bitmap(width: 1, height: 1, pixels: [0xFF33_6699])
    let plainHash = try #require(BlurHash.text(of: plain).flatMap { BlurHash($0) })
    for pixel in plainHash.bitmap(like: plain.size).pixels {
      #expect(abs(Int(pixel >> 8 & 0xFF) - 0x66) < 24)
    }
    #expect(BlurHash.text(of: Bitmap(width: 0, height: 0, pixels: [])) == nil)
  }
}
