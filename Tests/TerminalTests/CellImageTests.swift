import Imaging
import Testing

@testable import Terminal

@Suite("CellImage")
struct CellImageTests {
  private func bitmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> Bitmap {
    Bitmap(
      width: width, height: height,
      pixels: (0..<width * height).map { pixel($0 % width, $0 / width) })
  }

  private func draw(_ image: CellImage, _ depth: ColorDepth = .trueColor) -> Canvas {
    var canvas = Canvas(
      size: Size(columns: image.columns, rows: image.rows),
      capabilities: TerminalCapabilities(colorDepth: depth))
    canvas.draw(image, at: .zero)
    return canvas
  }

  @Test("shows two pixels in a cell, one above the other")
  func halves() {
    let image = CellImage(
      bitmap: bitmap(1, 2) { _, y in y == 0 ? 0xFFFF_0000 : 0xFF00_00FF }, columns: 1, rows: 1)
    let canvas = draw(image)

    #expect(canvas.screenText() == ["▀"])
    #expect(
      canvas.style(at: .zero) == Style(foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255)))
  }

  @Test("averages the source pixels of a target pixel, in 24 bits")
  func averages() {
    let image = CellImage(
      bitmap: bitmap(2, 2) { x, _ in x == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }, columns: 1, rows: 1)

    #expect(image.pixels == [0xFF7F_7F7F, 0])
  }

  @Test("keeps the aspect ratio and leaves margins")
  func letterboxes() {
    let wide = CellImage(bitmap: bitmap(40, 10) { _, _ in 0xFFFF_FFFF }, columns: 8, rows: 4)
    let high = CellImage(bitmap: bitmap(10, 40) { _, _ in 0xFFFF_FFFF }, columns: 8, rows: 4)

    #expect(wide.pixels.map { $0 >> 24 != 0 }.filter(\.self).count == 8 * 2)
    #expect(wide.pixels[3 * 8] != 0 && wide.pixels[2 * 8] == 0)
    #expect(high.pixels.map { $0 >> 24 != 0 }.filter(\.self).count == 2 * 8)
    #expect(high.pixels[3] != 0 && high.pixels[2] == 0)
  }

  @Test("shows the background through transparent pixels")
  func transparency() {
    let image = CellImage(
      bitmap: bitmap(1, 2) { _, y in y == 0 ? 0x10FF_FFFF : 0xFFFF_FFFF }, columns: 1, rows: 1)
    let canvas = draw(image)

    #expect(canvas.screenText() == ["▄"])
    #expect(canvas.style(at: .zero) == Style(foreground: .rgb(255, 255, 255)))
  }

  @Test(
    "shows brightness by shades where there are no colours",
    arguments: [ColorDepth.monochrome, .basic])
  func shades(depth: ColorDepth) {
    let image = CellImage(
      bitmap: bitmap(3, 2) { x, _ in [0xFF00_0000, 0xFF80_8080, 0xFFFF_FFFF][x] },
      columns: 3, rows: 1)

    #expect(draw(image, depth).screenText() == [" ▒█"])
  }

  @Test(
    "takes bitmaps and areas of any size",
    arguments: [
      (0, 0, 3, 2), (5, 0, 3, 2), (1, 1, 9, 9), (1, 500, 4, 2), (500, 1, 4, 2), (3, 3, 0, 5),
      (3, 3, -1, -1),
    ])
  func anySize(width: Int, height: Int, columns: Int, rows: Int) {
    let image = CellImage(
      bitmap: bitmap(width, height) { _, _ in 0xFFFF_FFFF }, columns: columns, rows: rows)

    #expect(image.pixels.count == max(0, columns) * max(0, rows) * 2)
    #expect(image.pixels.contains { $0 != 0 } == (width * height > 0 && columns > 0))
    _ = draw(image)
  }
}
