import Imaging
import Testing

@Suite("Bitmap")
struct BitmapTests {
  @Test("gives the pixel at a column and row")
  func subscripting() {
    let bitmap = Bitmap(width: 2, height: 2, pixels: [1, 2, 3, 4])

    #expect(bitmap[0, 0] == 1)
    #expect(bitmap[1, 0] == 2)
    #expect(bitmap[0, 1] == 3)
    #expect(bitmap[1, 1] == 4)
    #expect(bitmap.size == PixelSize(width: 2, height: 2))
  }
}
