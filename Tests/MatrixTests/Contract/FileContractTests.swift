import FaultProxy
import Foundation
import Imaging
import ModelKit
import SeededRandom
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Files on real servers", .timeLimit(.minutes(5)))
struct FileContractTests {
  /// An account with a room, behind a proxy that loses what the rules say.
  private func withAccount(
    on server: TestServer, _ body: (ContractAccount, FaultProxy, TestFolder) async throws -> Void
  ) async throws {
    let proxy = try await FaultProxy.start(before: server.url)
    let account = try await ContractAccount.register(
      "alice", on: server.url, through: proxy.url)
    let folder = try TestFolder()
    _ = try await account.syncing { account in try await body(account, proxy, folder) }
    await proxy.stop()
  }

  private func sent(_ path: String, by account: ContractAccount) async throws -> Message {
    let room = try await value(of: account.rooms.create(NewRoom(name: "Files")))
    let notes = Notes(account.sender.send(.file(path: path), to: room))
    try await notes.ended()
    #expect(notes.failure == nil)
    return try #require(notes.values.last)
  }

  /// A picture of noise, so that a smaller one has fewer bytes; a low one costs little.
  private func picture(_ width: Int, _ height: Int) throws -> [UInt8] {
    var random = SeededGenerator(seed: 1)
    let pixels = (0..<width * height).map { _ in
      UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
    }
    return try Bitmap(width: width, height: height, pixels: pixels).pngData()
  }

  @Test(
    "a picture whose upload loses its response is there once, with a thumbnail",
    arguments: TestServer.all)
  func lostResponse(server: TestServer) async throws {
    try await withAccount(on: server) { account, proxy, folder in
      proxy.replaceRules([
        FaultRule("PUT", "*/media/v3/upload/*", times: .first(2), faults: .loseResponse)
      ])
      let path = folder.path + "/cat.png"
      let bytes = try picture(1000, 40)
      try Data(bytes).write(to: URL(filePath: path))
      let message = try await sent(path, by: account)
      guard case .image(let image) = message.content, let event = message.eventID else {
        Issue.record("no picture: \(message)")
        return
      }
      #expect(try await account.download(#require(image.source)) == bytes)
      let puts = proxy.requests.filter { $0.method == "PUT" && $0.path.contains("/upload/") }
      #expect(Set(puts.map(\.path)).count == 2, "one address for each of the two files")
      #expect(puts.contains { $0.status == 409 })
      #expect(!proxy.requests.contains { $0.path.hasSuffix("/upload") })

      let raw = try await account.network.request(
        .event(event, in: message.roomID))
      let info = raw.content["info"]
      #expect(info?["thumbnail_info"]?["h"]?.integer == 32)
      let thumbnail = info?["thumbnail_url"]?.string.flatMap { MediaURI($0) }
      let small = try await account.download(#require(thumbnail))
      #expect(try ImageDecoder.size(of: small) == PixelSize(width: 800, height: 32))
    }
  }

  @Test(
    "a small picture whose sender did not call it one is shown, whatever copies the server makes",
    arguments: TestServer.all)
  func untypedPicture(server: TestServer) async throws {
    try await withAccount(on: server) { account, proxy, folder in
      let address = try server.newAccount().upload(
        Data(picture(120, 120)), type: "application/octet-stream")
      let images = MatrixImageController(network: account.network, folder: folder.path + "/media")
      let side = PixelSize(width: 90, height: 90)
      let shown = try await collect(
        images.image(for: try #require(MediaURI(address)), size: side))
      #expect(shown.last.map { $0.width >= 90 && $0.height >= 90 } == true)
      let asked = proxy.requests.filter { $0.path.contains("/media/") }
      #expect(asked.first?.path.contains("/thumbnail/") == true)
      #expect(asked.last?.status == 200)
    }
  }

  @Test(
    "a download whose connection ends goes on, or begins anew where the server knows no parts",
    arguments: TestServer.all)
  func resumedDownload(server: TestServer) async throws {
    try await withAccount(on: server) { account, proxy, folder in
      let path = folder.path + "/notes.bin"
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }
      try Data(bytes).write(to: URL(filePath: path))
      let message = try await sent(path, by: account)
      guard case .file(let file) = message.content else {
        Issue.record("no file: \(message)")
        return
      }
      proxy.replaceRules([
        FaultRule(
          "GET", "*/media/download/*", times: .nth(1), faults: .cut(at: .body(100_000)))
      ])
      let downloads = folder.path + "/Downloads"
      let files = MatrixFileController(
        network: account.network, folder: folder.path + "/opened", downloads: downloads)
      let wanted = MessageFile(
        message: message.id, source: try #require(file.source), name: file.name)
      let first = Notes(files.save(wanted, to: .path(downloads)))
      try await first.ended()
      let knowsParts = server.kind == .homeserver
      if !knowsParts {
        #expect(first.failure != nil)
        _ = try await collect(files.save(wanted, to: .path(downloads)))
      }
      let saved = downloads + "/notes.bin"
      #expect(FileManager.default.contents(atPath: saved) == Data(bytes))
      let gets = proxy.requests.filter { $0.path.contains("/media/download/") }
      #expect(gets.map(\.status) == [200, knowsParts ? 206 : 200])
      #expect(try FileManager.default.contentsOfDirectory(atPath: downloads) == ["notes.bin"])
    }
  }
}

extension ContractAccount {
  fileprivate func download(_ uri: MediaURI) async throws -> [UInt8] {
    let path = ["_matrix", "client", "v1", "media", "download", uri.serverName, uri.mediaID]
    return try await network.request(
      Endpoint<[UInt8]>(.fetchFile, path: path) { $0.body })
  }
}
