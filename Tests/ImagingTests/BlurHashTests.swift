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
}
