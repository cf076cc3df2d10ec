import Foundation
import Imaging
import Testing

@testable import Homeserver

@Suite("Thumbnails")
struct ThumbnailTests {
  @Test(
    "The whole picture fits the size, in its own proportions",
    arguments: [
      (400, 200, 96, 96, 96, 48), (200, 400, 96, 96, 48, 96), (1000, 750, 800, 600, 800, 600),
      (810, 810, 9999, 9999, 800, 800), (400, 200, 90, 90, 96, 48), (40, 20, 320, 240, 40, 20),
    ])
  func scale(
    width: Int, height: Int, wantedWidth: Int, wantedHeight: Int, madeWidth: Int, madeHeight: Int
  ) async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(try Pictures.plain(width: width, height: height))

    let response = await rig.thumbnail(id, wantedWidth, wantedHeight)

    #expect(response.status == 200 && response.contentType == "image/png")
    let bitmap = try ImageDecoder.decode(try response.bytes)
    #expect(bitmap.size == PixelSize(width: madeWidth, height: madeHeight))
    #expect(bitmap.pixels.allSatisfy { $0 == 0xFF33_6699 })
  }

  @Test("Cropping keeps the middle in the proportions of the size")
  func crop() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(try Pictures.stripes(width: 300, height: 100))

    let bitmap = try ImageDecoder.decode(try await rig.thumbnail(id, 32, 32, method: "crop").bytes)

    #expect(bitmap.size == PixelSize(width: 32, height: 32))
    #expect(bitmap.pixels.allSatisfy { $0 == 0xFF00_FF00 })
  }

  @Test("A small picture is cropped but not enlarged")
  func smallCrop() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(try Pictures.stripes(width: 60, height: 20))

    let bitmap = try ImageDecoder.decode(try await rig.thumbnail(id, 96, 96, method: "crop").bytes)

    #expect(bitmap.size == PixelSize(width: 20, height: 20))
    #expect(bitmap.pixels.allSatisfy { $0 == 0xFF00_FF00 })
  }

  @Test("Thumbnails are served as safely as files")
  func headers() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(try Pictures.plain(width: 40, height: 40), type: "text/html")

    let response = await rig.thumbnail(id, 32, 32)

    #expect(response.header("Content-Disposition") == #"attachment; filename="thumbnail.png""#)
    #expect(response.header("X-Content-Type-Options") == "nosniff")
    #expect(response.header("Content-Security-Policy")?.hasPrefix("sandbox;") == true)
  }

  @Test(
    "Invalid sizes and methods are refused",
    arguments: [
      ([], "400 M_MISSING_PARAM"), ([("width", "32")], "400 M_MISSING_PARAM"),
      ([("width", "32"), ("height", "x")], "400 M_INVALID_PARAM"),
      ([("width", "-1"), ("height", "32")], "400 M_INVALID_PARAM"),
      ([("width", "0"), ("height", "32")], "400 M_INVALID_PARAM"),
      ([("width", "99999999999999999999"), ("height", "32")], "400 M_INVALID_PARAM"),
      ([("width", "32"), ("height", "32"), ("method", "fill")], "400 M_INVALID_PARAM"),
    ] as [([(String, String)], String)])
  func arguments(query: [(String, String)], refusal: String) async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(try Pictures.plain(width: 40, height: 40))

    let response = await rig.get("_matrix/client/v1/media/thumbnail/localhost/\(id)", query: query)

    #expect(response.refusal == refusal)
  }

  @Test("An animation has a still thumbnail")
  func animation() async throws {
    let rig = try MediaRig()
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 7, 3, 128, 1, 129, 0]
    let screen: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 255]
    let id = try await rig.upload(
      Array("GIF89a".utf8) + screen + frame + frame + [0x3B], type: "image/gif")

    let response = await rig.thumbnail(id, 32, 32)

    #expect(response.status == 200 && response.contentType == "image/png")
    #expect(try ImageDecoder.decode(try response.bytes).pixels == [0xFF00_00FF])
  }

  @Test("Content that is not a picture has no thumbnail")
  func undecodable() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(Array("no picture".utf8), type: "image/png")

    #expect(await rig.thumbnail(id, 32, 32).refusal == "400 M_UNKNOWN")
    #expect(await rig.thumbnail(MediaID().text, 32, 32).refusal == "404 M_NOT_FOUND")
  }

  @Test("A picture that declares too many pixels is refused before it is decoded")
  func tooManyPixels() async throws {
    let rig = try MediaRig()
    var bytes = try Pictures.plain(width: 8, height: 8)
    // The header declares 65,536 columns and rows, with a valid checksum, so that decoders believe it.
    bytes.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    bytes.replaceSubrange(29..<33, with: Self.checksum(bytes[12..<29]))
    let id = try await rig.upload(bytes)

    #expect(await rig.thumbnail(id, 32, 32).refusal == "413 M_TOO_LARGE")
  }

  @Test("Many simultaneous requests for thumbnails take turns, and all succeed")
  func turns() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(try Pictures.plain(width: 900, height: 900))

    let responses = try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await rig.thumbnail(id, 640, 480).bytes } }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }

    #expect(responses.count == 20 && Set(responses).count == 1)
  }

  private static func checksum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return withUnsafeBytes(of: (~value).bigEndian, Array.init)
  }
}
