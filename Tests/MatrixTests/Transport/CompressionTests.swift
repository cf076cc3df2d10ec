import Matrix
import Testing

import struct HTTPTypes.HTTPField

@Suite("Compressed responses")
struct CompressionTests {
  @Test("a compressed response is requested and decoded")
  func inflates() async throws {
    let (response, asked) = try await answer("profile.json.gz", cap: HTTPRequest.largestBody)
    #expect(try response.get().body == Fixture.bytes("profile.json"))
    #expect(asked == "gzip")
  }

  @Test("a response that expands beyond the limit is cut off")
  func bomb() async throws {
    let (small, _) = try await answer("bomb.gz", cap: 1 << 20)
    let (large, _) = try await answer("bomb.gz", cap: HTTPRequest.largestBody)
    #expect(throws: TransportError.tooLarge) { try small.get() }
    #expect(throws: TransportError.tooLarge) { try large.get() }
  }

  @Test(
    "a compressed response that is truncated, damaged or followed by more data is refused",
    arguments: [
      Array(whole.dropLast()), Array(whole.dropLast(8)), Array(whole.prefix(12)),
      whole.dropLast() + [~(whole.last ?? 0)], whole + [0], whole + whole,
    ])
  func damaged(body: [UInt8]) async throws {
    let (response, _) = try await answer(body, cap: HTTPRequest.largestBody)
    #expect(throws: TransportError.malformed("the compressed body is damaged")) {
      try response.get()
    }
  }

  @Test("an empty response is complete, whatever coding its head declares")
  func empty() async throws {
    let (response, _) = try await answer([], cap: HTTPRequest.largestBody)
    #expect(try response.get().body == [])
  }

  private static let whole = Fixture.bytes("profile.json.gz")

  private func answer(
    _ fixture: String, cap: Int
  ) async throws -> (Result<HTTPResponse, TransportError>, asked: String?) {
    try await answer(Fixture.bytes(fixture), cap: cap)
  }

  private func answer(
    _ body: [UInt8], cap: Int
  ) async throws -> (Result<HTTPResponse, TransportError>, asked: String?) {
    let server = try await StubServer.start { _ in
      Reply(headers: [.contentEncoding: "gzip"], body: body)
    }
    let result = try await withTransport { transport in
      var request = try request(server)
      request.maxBodyBytes = cap
      do {
        return Result<HTTPResponse, TransportError>.success(try await transport.send(request))
      } catch let error as TransportError {
        return .failure(error)
      }
    }
    let asked = server.requests.first?.headers[.acceptEncoding]
    await server.stop()
    return (result, asked)
  }
}
