import Foundation
import HTTPTypes
import Imaging
import ModelKit
import SeededRandom
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

@Suite("Thumbnails in the outbox", .timeLimit(.minutes(5)))
struct ThumbnailTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let room: RoomID
  /// The folder of the user's own files.
  private let home: TestFolder

  init() async throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender()
    room = try await rehearsal.joinRoom()
    home = try TestFolder()
  }

  /// A picture of noise, so that a smaller one has fewer bytes; a low one costs little.
  private func picture(_ width: Int, _ height: Int, _ rest: String = "") throws -> String {
    var random = SeededGenerator(seed: 1)
    let pixels = (0..<width * height).map { _ in
      UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
    }
    let bytes = try Bitmap(width: width, height: height, pixels: pixels).pngData()
    let path = home.path + "/\(width).png"
    // After the end of the picture: nothing that is shown.
    try Data(bytes + Array(rest.utf8)).write(to: URL(filePath: path))
    return path
  }

  private func copies() throws -> [String] {
    try rehearsal.directory.entries().map(\.name).filter { $0.hasPrefix("outgoing-") }
  }

  private func upload(
    to name: String, in place: Rehearsal? = nil
  ) async throws -> RehearsedTransport.Exchange {
    let transport = (place ?? rehearsal).transport
    try await transport.next(.post, "/media/v1/create").reply(
      200, #"{"content_uri":"mxc://x/\#(name)"}"#)
    try await transport.next(.get, "/media/config").reply(200, "{}")
    return try await transport.next(.put, "/media/v3/upload/x/\(name)")
  }

  private func info(_ put: RehearsedTransport.Exchange) throws -> JSONObject {
    try #require(try JSONValue(Array(put.body.utf8))["info"]?.object)
  }

  @Test(
    "a large picture is sent with a small one, which has nothing but its pixels; both copies go")
  func chain() async throws {
    let path = try picture(1000, 40, "GPS 52.5 13.4")
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    #expect(try copies().count == 2)
    let small = try await upload(to: "small")
    #expect(small.request.headers[.contentType] == "image/png")
    #expect(!small.body.contains("GPS"))
    let bytes = try #require(small.request.body)
    #expect(try ImageDecoder.size(of: bytes) == PixelSize(width: 800, height: 32))
    small.reply(200, "{}")
    let large = try await upload(to: "large")
    #expect(large.body.contains("GPS"))
    #expect(try copies().count == 1)
    large.reply(200, "{}")
    let put = try await rehearsal.transport.next(.put, "/send/")
    #expect(put.body.contains(#""url":"mxc://x/large""#))
    let info = try info(put)
    #expect(info["thumbnail_url"]?.string == "mxc://x/small")
    #expect(
      info["thumbnail_info"]
        == [
          "mimetype": "image/png", "size": .number(JSONNumber(bytes.count)), "w": 800, "h": 32,
        ])
    #expect(info["w"]?.integer == 1000)
    #expect(try copies() == [])
  }

  @Test("after a restart, only what is missing is uploaded")
  func restart() async throws {
    let path = try picture(1000, 40)
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    try await upload(to: "small").reply(200, "{}")
    _ = try await upload(to: "large")
    let second = try Rehearsal(folder: rehearsal.folder)
    let later = try second.sender()
    _ = try await second.joinRoom()
    try await second.transport.next(.get, "/media/config").reply(200, "{}")
    try await second.transport.next(.put, "/media/v3/upload/x/large").reply(200, "{}")
    let put = try await second.transport.next(.put, "/send/")
    #expect(try info(put)["thumbnail_url"]?.string == "mxc://x/small")
    #expect(second.transport.log.count == 3)
    withExtendedLifetime(later) {}
  }

  @Test("a picture goes without a thumbnail that the server does not take")
  func refused() async throws {
    let path = try picture(1000, 40)
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    try await upload(to: "small").reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await upload(to: "large").reply(200, "{}")
    let info = try info(try await rehearsal.transport.next(.put, "/send/"))
    #expect(info["thumbnail_url"] == nil && info["thumbnail_info"] == nil)
    #expect(try copies() == [])
  }

  @Test("a small picture and a file of another kind have no thumbnail")
  func none() async throws {
    let small = try FileToSend(picture(800, 600), decoder: DirectPictureDecoder())
    #expect(small.thumbnail == nil && small.blurHash != nil)
    let path = home.path + "/a.txt"
    try Data("text".utf8).write(to: URL(filePath: path))
    #expect(try FileToSend(path, decoder: DirectPictureDecoder()).thumbnail == nil)
  }

  @Test("a command, which keeps nothing on the disk, sends the same as a screen")
  func command() async throws {
    let path = try picture(1000, 40, "GPS 52.5 13.4")
    let command = try rehearsal.sender(storage: .memory)
    _ = Notes(command.send(.file(path: path, isReduced: true), to: room))
    try await upload(to: "small").reply(200, "{}")
    let large = try await upload(to: "large")
    #expect(!large.body.contains("GPS"))
    #expect(try copies() == [])
    large.reply(200, "{}")
    let info = try info(try await rehearsal.transport.next(.put, "/send/"))
    #expect(info["thumbnail_url"]?.string == "mxc://x/small")
    #expect(info["thumbnail_info"]?["w"]?.integer == 800)
  }
}
