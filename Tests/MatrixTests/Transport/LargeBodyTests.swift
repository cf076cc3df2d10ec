import Foundation
import Testing

import struct HTTPTypes.HTTPField

@testable import Matrix

@Suite("Large bodies", .timeLimit(.minutes(5)))
struct LargeBodyTests {
  private static let large = [UInt8]((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) })

  /// The response to a request with a folder for large bodies.
  private func answer(
    _ reply: Reply, in directory: AccountDirectory, limit: Int = HTTPRequest.largestBodyOnDisk
  ) async throws -> Result<HTTPResponse, TransportError> {
    let server = try await StubServer.start { _ in reply }
    let result = try await withTransport { transport in
      var request = try request(server)
      request.bodyFolder = directory.bodyFolder
      request.maxBodyBytes = limit
      do {
        return Result<HTTPResponse, TransportError>.success(try await transport.send(request))
      } catch let error as TransportError {
        return .failure(error)
      }
    }
    await server.stop()
    return result
  }

  private func files(in folder: TestFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test("a large body is in a file without a name, a small one in memory")
  func disk() async throws {
    let folder = try TestFolder()
    let directory = try AccountDirectory(path: folder.path)
    let response = try await answer(Reply(body: Self.large), in: directory).get()
    #expect(response.body.isEmpty)
    #expect(response.file?.bytes(Self.large.count) == Self.large)
    #expect(response.file?.bytes(Self.large.count + 1) == nil)
    #expect(try files(in: folder).isEmpty)

    let small = Array(Self.large.prefix(BodyReader.mostInMemory))
    let other = try await answer(Reply(body: small), in: directory).get()
    #expect(other.body == small && other.file == nil)
  }

  @Test("a large body stays in memory when the disk does not take it")
  func noDisk() async throws {
    let folder = try TestFolder()
    let directory = try AccountDirectory(path: folder.path)
    try FileManager.default.removeItem(atPath: folder.path)
    let response = try await answer(Reply(body: Self.large), in: directory).get()
    #expect(response.body == Self.large && response.file == nil)
  }

  @Test("a body in memory has the limit of all others")
  func limitInMemory() throws {
    let folder = try TestFolder()
    let directory = try AccountDirectory(path: folder.path)
    try FileManager.default.removeItem(atPath: folder.path)
    var request = HTTPRequest(url: try #require(HTTPURL("http://127.0.0.1/")))
    request.bodyFolder = directory.bodyFolder
    request.maxBodyBytes = HTTPRequest.largestBodyOnDisk
    var reader = try BodyReader(ResponseHead(), for: request)
    let piece = [UInt8](repeating: 0x20, count: 16 << 20)
    for _ in 0..<4 { try piece.withUnsafeBytes { try reader.append($0) } }
    #expect(reader.bytes.count == HTTPRequest.largestBody && reader.file == nil)
    #expect(throws: TransportError.tooLarge) {
      try [0x20].withUnsafeBytes { try reader.append($0) }
    }
  }

  @Test("the limit holds on disk, compressed or not")
  func limit() async throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let directory = try AccountDirectory(path: folder.path)
    let endless = try await answer(
      Reply(body: Self.large, manner: .endless), in: directory, limit: 10 << 20)
    #expect(throws: TransportError.tooLarge) { try endless.get() }
    let bomb = Reply(headers: [.contentEncoding: "gzip"], body: Fixture.bytes("bomb.gz"))
    let cut = try await answer(bomb, in: directory, limit: 10 << 20)
    #expect(throws: TransportError.tooLarge) { try cut.get() }
  }
}
