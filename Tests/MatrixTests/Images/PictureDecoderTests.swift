import Foundation
import Imaging
import Testing

@testable import Controllers
@testable import Matrix

/// One blue pixel.
private let blueGIF: [UInt8] =
  Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 255]
  + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 7, 3, 128, 1, 129, 0, 0x3B]

/// The beginning of an animation.
private let animatedWebP: [UInt8] =
  Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0, 0, 0]

@Suite("The pictures that the user sends")
struct PictureDecoderTests {
  private let decoder = DirectPictureDecoder()
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = folder.path + "/a.png"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  @Test("the square is the middle of a picture, not larger than it has to be, without metadata")
  func square() throws {
    let pixels: [UInt32] = (0..<32).map { $0 % 8 < 2 || $0 % 8 > 5 ? 0xFFFF_0000 : 0xFF00_00FF }
    let picture = Bitmap(width: 8, height: 4, pixels: pixels)
    let square = try decoder.square(picture.pngData() + Array("GPS".utf8), side: 512)
    #expect(square.bitmap.size == PixelSize(width: 4, height: 4))
    #expect(square.bitmap.pixels.allSatisfy { $0 == 0xFF00_00FF })
    #expect(try square.bytes == square.bitmap.pngData())
    let small = try decoder.square(ImageFormat.jpeg.encode(picture), side: 2)
    #expect(ImageFormat(signatureOf: small.bytes) == .jpeg)
    #expect(try decoder.size(of: small.bytes) == PixelSize(width: 2, height: 2))
  }

  @Test("a still must not take the place of an animation", arguments: [blueGIF, animatedWebP])
  func animations(bytes: [UInt8]) throws {
    #expect(throws: ImagingError.unsupportedFormat) { try decoder.square(bytes, side: 8) }
    #expect(throws: ImagingError.unsupportedFormat) {
      try decoder.reduced(bytes, fitting: PixelSize(width: 8, height: 8))
    }
    let path = try file(bytes)
    #expect(try !FileToSend.inspect(path).isPicture)
    #expect(throws: RequestError.self) { try FileToSend(path, isReduced: true, decoder: decoder) }
    #expect(try FileToSend(path, decoder: decoder).bytes == bytes)
  }

  @Test("a GIF is sent with its size and what others see while it loads")
  func sending() throws {
    let sent = try FileToSend(file(blueGIF), decoder: decoder)
    #expect(sent.type.mime == "image/gif" && sent.type.message == "m.image")
    #expect(sent.type.size == PixelSize(width: 1, height: 1))
    #expect(sent.blurHash != nil && sent.thumbnail == nil)
    let bitmap = try decoder.decode(blueGIF, limits: ImageLimits(), fitting: nil)
    #expect(bitmap.pixels == [0xFF00_00FF])
  }

  @Test("the decoder alone decodes a file; without one, it is sent as it is or not at all")
  func undecoded() throws {
    let picture = Bitmap(width: 1000, height: 2, pixels: .init(repeating: 7, count: 2000))
    let path = try file(picture.pngData())
    let known = try FileToSend(path, decoder: decoder)
    #expect(known.type.size == PixelSize(width: 1000, height: 2))
    let file = try FileToSend(path, decoder: IdleDecoder())
    #expect(file.type.mime == "image/png" && file.bytes == known.bytes)
    #expect(file.type.size == nil && file.blurHash == nil && file.thumbnail == nil)
    let error = #expect(throws: RequestError.self) {
      try FileToSend(path, isReduced: true, decoder: IdleDecoder())
    }
    #expect(error?.reason == .unusableFile(.undecoded, path: path))
    let refused = #expect(throws: RequestError.self) {
      try NewPicture(reading: path, decoder: IdleDecoder())
    }
    #expect(refused?.reason == .unusableFile(.undecoded, path: path))
  }
}
