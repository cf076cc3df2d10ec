import HTTPTypes
import NIOCore
import Testing

@testable import Homeserver

@Suite("Parts of downloads")
struct RangeTests {
  private let rig: MediaRig
  private let id: String
  private let content = (0..<100).map { UInt8($0) }

  init() async throws {
    rig = try MediaRig()
    id = try await rig.upload(content)
  }

  private func get(_ range: String?, if tag: String? = nil) async -> Response {
    var headers = HTTPFields.bearer("ada")
    headers[.range] = range
    headers[.ifRange] = tag
    return await rig.router.respond(
      to: Request(
        method: "GET",
        segments: ["_matrix", "client", "v1", "media", "download", "localhost", id], query: [],
        headers: headers, remoteAddress: "", body: RequestBody(ByteBuffer())))
  }

  @Test(
    "A part is served with its place",
    arguments: [
      ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=90-", 90..<100),
      ("bytes=90-1000", 90..<100), ("bytes=-10", 90..<100), ("bytes=-1000", 0..<100),
    ])
  func parts(range: String, bytes: Range<Int>) async throws {
    let response = await get(range)

    #expect(response.status == 206)
    #expect(try response.bytes == Array(content[bytes]))
    #expect(
      response.header("Content-Range")
        == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/100")
    #expect(response.header("ETag") == "\"\(id)\"")
  }

  @Test(
    "What asks for no part, or for more than one, gets the whole",
    arguments: [
      nil, "", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1-2,5-6", "pages=1-2",
      "bytes=99999999999999999999-", "bytes=+1-2",
    ])
  func whole(range: String?) async throws {
    let response = await get(range)

    #expect(response.status == 200)
    #expect(try response.bytes == content)
    #expect(response.header("Accept-Ranges") == "bytes")
    #expect(response.header("Content-Range") == nil)
  }

  @Test("A part of other content than the client has is not served")
  func conditions() async throws {
    #expect(await get("bytes=10-", if: "\"\(id)\"").status == 206)
    #expect(await get("bytes=10-", if: "\"other\"").status == 200)
  }

  @Test("A part behind the end is refused, with the size", arguments: ["bytes=100-", "bytes=-0"])
  func behind(range: String) async throws {
    let response = await get(range)

    #expect(response.status == 416)
    #expect(response.header("Content-Range") == "bytes */100")
  }
}
