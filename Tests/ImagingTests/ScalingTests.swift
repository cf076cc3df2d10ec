import Imaging
import Testing

@Suite("Scaling")
struct ScalingTests {
  private let checkers = Bitmap(
    width: 4, height: 4,
    pixels: (0..<16).map { ($0 + $0 / 4) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF })

  @Test("averages the area that each new pixel covers")
  func average() {
    let half = checkers.scaled(toFit: PixelSize(width: 2, height: 2))

    #expect(half.pixels == [UInt32](repeating: 0xFF80_8080, count: 4))
  }

  @Test("weights partly covered pixels")
  func parts() {
    let bitmap = Bitmap(width: 3, height: 1, pixels: [0xFF00_0000, 0xFF00_00FF, 0xFF00_0000])

    let scaled = bitmap.scaled(toFill: PixelSize(width: 2, height: 1))

    #expect(scaled.width == 2)
    #expect(scaled.pixels[0] == scaled.pixels[1])
  }

  @Test("keeps the mean of a row whose size is not divisible")
  func unevenParts() {
    let bitmap = Bitmap(
      width: 3, height: 2,
      pixels: [0xFF00_0000, 0xFF00_00F0, 0xFF00_0000].flatMap { [$0] } + [
        0xFF00_0000, 0xFF00_00F0, 0xFF00_0000,
      ])

    let scaled = bitmap.scaled(toFit: PixelSize(width: 2, height: 1))

    #expect(scaled.pixels == [0xFF00_0050, 0xFF00_0050])
  }

  @Test("lets transparent pixels add no colour")
  func alpha() {
    let bitmap = Bitmap(width: 2, height: 1, pixels: [0xFFFF_0000, 0x0000_FF00])

    let scaled = bitmap.scaled(toFit: PixelSize(width: 1, height: 1))

    #expect(scaled.pixels == [0x80FF_0000])
  }

  @Test("keeps a uniform colour", arguments: [1, 2, 7, 30, 63, 64, 200])
  func uniform(side: Int) {
    let bitmap = Bitmap(
      width: 64, height: 64, pixels: [UInt32](repeating: 0xC8FE_0137, count: 64 * 64))

    let fitted = bitmap.scaled(toFit: PixelSize(width: side, height: side))
    let filled = bitmap.scaled(toFill: PixelSize(width: side, height: 2 * side + 1))

    #expect(fitted.width == side && fitted.height == side)
    #expect(filled.width == side && filled.height == 2 * side + 1)
    #expect((fitted.pixels + filled.pixels).allSatisfy { $0 == 0xC8FE_0137 })
  }

  @Test(
    "keeps proportions and fits",
    arguments: [
      ((100, 50), (10, 10), (10, 5)), ((50, 100), (10, 10), (5, 10)), ((3, 3), (9, 12), (9, 9)),
      ((1000, 1), (10, 10), (10, 1)), ((1, 1000), (10, 10), (1, 10)), ((7, 5), (7, 5), (7, 5)),
      ((0, 0), (5, 5), (0, 0)), ((5, 5), (0, 9), (0, 0)), ((5, 5), (-3, 9), (0, 0)),
    ] as [((Int, Int), (Int, Int), (Int, Int))])
  func proportions(from: (Int, Int), into: (Int, Int), expected: (Int, Int)) {
    let bitmap = Bitmap(
      width: from.0, height: from.1, pixels: [UInt32](repeating: 1, count: from.0 * from.1))

    let scaled = bitmap.scaled(toFit: PixelSize(width: into.0, height: into.1))

    #expect(scaled.size == PixelSize(width: expected.0, height: expected.1))
  }

  @Test("fills a size with the middle of the picture")
  func fill() {
    let (red, blue): (UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF)
    let bitmap = Bitmap(
      width: 4, height: 2, pixels: [blue, red, red, blue, blue, red, red, blue])

    #expect(bitmap.scaled(toFill: PixelSize(width: 2, height: 2)).pixels == [red, red, red, red])
    #expect(bitmap.scaled(toFill: PixelSize(width: 1, height: 1)).pixels == [red])
    #expect(
      bitmap.scaled(toFill: PixelSize(width: 4, height: 1)).pixels == [blue, red, red, blue])
  }

  @Test("enlarges without blending separate pixels")
  func enlarging() {
    let bitmap = Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFFFF_FFFF])

    let scaled = bitmap.scaled(toFit: PixelSize(width: 6, height: 3))

    #expect(scaled.size == PixelSize(width: 6, height: 3))
    #expect(
      Array(scaled.pixels.prefix(6)) == [UInt32](repeating: 0xFF00_0000, count: 3)
        + [UInt32](repeating: 0xFFFF_FFFF, count: 3))
  }

  @Test("fills a size with transparent pixels for an empty picture")
  func empty() {
    let empty = Bitmap(width: 0, height: 0, pixels: [])

    #expect(empty.scaled(toFill: PixelSize(width: 2, height: 1)).pixels == [0, 0])
    #expect(empty.scaled(toFill: PixelSize(width: 0, height: 1)) == empty)
  }
}
