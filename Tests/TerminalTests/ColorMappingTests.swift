import Testing

@testable import Terminal

@Suite("ColorMapping")
struct ColorMappingTests {
  @Test(
    "finds the number that a terminal knows a colour by",
    arguments: [
      (.default, .trueColor, -1), (.rgb(1, 2, 3), .trueColor, 0x010203),
      (.rgb(0, 0, 3), .trueColor, 0x103), (.palette(3), .trueColor, 3),
      (.palette(16), .trueColor, 0x100), (.palette(196), .trueColor, 0xFF0000),
      (.palette(200), .palette, 200), (.rgb(255, 0, 0), .palette, 196),
      (.rgb(128, 128, 128), .palette, 244), (.rgb(255, 255, 255), .palette, 231),
      (.palette(9), .basic, 1), (.rgb(250, 10, 10), .basic, 1), (.palette(231), .basic, 7),
      (.rgb(9, 9, 9), .monochrome, -1), (.palette(5), .monochrome, -1),
    ] as [(Color, ColorDepth, Int32)])
  func maps(color: Color, depth: ColorDepth, number: Int32) {
    #expect(ColorMapping.number(of: color, depth: depth) == number)
  }
}
