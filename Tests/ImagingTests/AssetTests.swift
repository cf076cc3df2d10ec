import Assets
import Imaging
import Testing

@Suite("Embedded pictures")
struct AssetTests {
  @Test("the placeholder avatar is a square picture")
  func placeholder() throws {
    let picture = try ImageDecoder.decode(Assets.placeholderAvatar)

    #expect(picture.width == 64)
    #expect(picture.height == 64)
    #expect(Set(picture.pixels).count > 1)
  }
}
