import ModelKit
import NIOCore
import Testing

@testable import Homeserver

@Suite("Uploads to reserved ids")
struct ReservedUploadTests {
  @Test("A reserved id has an expiry, takes one upload, and is then served")
  func roundTrip() async throws {
    let rig = try MediaRig()
    let response = await rig.send("POST", "_matrix/media/v1/create")
    let uri = try #require(try response.object["content_uri"]?.string)
    let id = String(try #require(uri.split(separator: "/").last))

    #expect(try response.object["unused_expires_at"] == .number(JSONNumber(1_000_000 + 86_400_000)))
    let filled = await rig.fill(id, [7, 8, 9])
    #expect(try filled.status == 200 && filled.bytes == Array("{}".utf8))
    #expect(try await rig.download(id).bytes == [7, 8, 9])
    #expect(await rig.fill(id, [1]).refusal == "409 M_CANNOT_OVERWRITE_MEDIA")
    #expect(try await rig.download(id).bytes == [7, 8, 9])
  }

  @Test("Content that was uploaded without a reservation is not overwritten")
  func overwriting() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload([1, 2, 3])

    #expect(await rig.fill(id, [4]).refusal == "409 M_CANNOT_OVERWRITE_MEDIA")
    #expect(try await rig.download(id).bytes == [1, 2, 3])
  }

  @Test("Of two simultaneous uploads to one id, the first complete one counts")
  func simultaneous() async throws {
    let rig = try MediaRig()
    let id = try await rig.reserve()

    let first = await rig.send(
      "PUT", "_matrix/media/v3/upload/localhost/\(id)",
      body: RequestBody { _, take in
        try await take(ByteBuffer(bytes: [1]))
        #expect(await rig.fill(id, [2]).status == 200)
      })

    #expect(first.refusal == "409 M_CANNOT_OVERWRITE_MEDIA")
    #expect(try await rig.download(id).bytes == [2])
  }

  @Test("A failed upload may be repeated")
  func retry() async throws {
    struct Gone: Error {}
    let rig = try MediaRig()
    let id = try await rig.reserve()

    let failed = await rig.send(
      "PUT", "_matrix/media/v3/upload/localhost/\(id)", body: RequestBody { _, _ in throw Gone() })

    #expect(failed.status == 500)
    #expect(await rig.fill(id, [5]).status == 200)
  }

  @Test("Only the user who reserved an id may upload to it")
  func foreign() async throws {
    let rig = try MediaRig()
    let id = try await rig.reserve()

    #expect(await rig.fill(id, as: "grace").refusal == "403 M_FORBIDDEN")
    #expect(await rig.fill(id).status == 200)
  }

  @Test("Ids that are unknown, invalid or of other servers are not found")
  func unknown() async throws {
    let rig = try MediaRig()
    let id = try await rig.reserve()

    #expect(await rig.fill(MediaID().text).refusal == "404 M_NOT_FOUND")
    #expect(await rig.fill(id, server: "example.org").refusal == "404 M_NOT_FOUND")
    #expect(await rig.fill("..").refusal == "404 M_NOT_FOUND")
  }

  @Test("A reserved id expires")
  func expiry() async throws {
    let rig = try MediaRig()
    let id = try await rig.reserve()
    rig.advance(milliseconds: 86_400_000)

    #expect(await rig.fill(id).refusal == "404 M_NOT_FOUND")
    #expect(await rig.download(id).refusal == "404 M_NOT_FOUND")
  }

  @Test("The number of reserved ids of a user is bounded; expired and used ones do not count")
  func bound() async throws {
    let rig = try MediaRig()
    let ids = try await (0..<100).asyncMap { _ in try await rig.reserve() }

    let refused = await rig.send("POST", "_matrix/media/v1/create")

    #expect(refused.refusal == "429 M_LIMIT_EXCEEDED")
    #expect(refused.header("Retry-After") == "86400")
    _ = try await rig.reserve(as: "grace")
    #expect(await rig.fill(ids[0]).status == 200)
    _ = try await rig.reserve()
    rig.advance(milliseconds: 86_400_000)
    _ = try await rig.reserve()
  }

  @Test("A download of a reserved id fails after the requested wait")
  func tooEarly() async throws {
    let rig = try MediaRig()
    let id = try await rig.reserve()

    #expect(
      await rig.download(id, query: [("timeout_ms", "0")]).refusal == "504 M_NOT_YET_UPLOADED")
    #expect(
      await rig.download(id, query: [("timeout_ms", "-1")]).refusal == "400 M_INVALID_PARAM")
    #expect(rig.media.arrivals.count == 0)
  }

  @Test("A waiting download gets the content when it arrives")
  func waiting() async throws {
    let rig = try MediaRig()
    let id = try await rig.reserve()
    async let download = rig.download(id, query: [("timeout_ms", "60000")])
    while rig.media.arrivals.count == 0 { await Task.yield() }

    #expect(await rig.fill(id, [6]).status == 200)

    #expect(try await download.bytes == [6])
    #expect(rig.media.arrivals.count == 0)
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows
    -> [Value]
  {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
