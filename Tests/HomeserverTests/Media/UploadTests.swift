import Foundation
import ModelKit
import NIOCore
import Testing

@testable import Homeserver

@Suite("Uploads")
struct UploadTests {
  @Test(
    "Content is downloaded as it was uploaded, through either version of the path",
    arguments: ["r0", "v3"])
  func roundTrip(version: String) async throws {
    let rig = try MediaRig()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    let response = await rig.send(
      "POST", "_matrix/media/\(version)/upload", type: "image/png",
      body: RequestBody(declaredLength: nil) { _, take in
        for start in stride(from: 0, to: bytes.count, by: 60_000) {
          try await take(ByteBuffer(bytes: bytes[start..<min(start + 60_000, bytes.count)]))
        }
      })

    let uri = try #require(try response.object["content_uri"]?.string)
    let id = try #require(uri.split(separator: "/").last)
    #expect(uri == "mxc://localhost/\(id)" && MediaID(String(id)) != nil)
    let download = await rig.download(String(id))
    #expect(download.status == 200 && download.contentType == "image/png")
    #expect(try download.bytes == bytes)
    #expect(try rig.names(in: "incoming").isEmpty)
  }

  @Test("Empty content is valid")
  func empty() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload([])

    #expect(try await rig.download(id).bytes == [])
  }

  @Test("Only the user of the server may read the files")
  func permissions() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload([1])

    let file = try FileManager.default.attributesOfItem(atPath: rig.root + "/media/files/\(id)")
    let folder = try FileManager.default.attributesOfItem(atPath: rig.root + "/media/files")
    #expect(file[.posixPermissions] as? Int == 0o600)
    #expect(folder[.posixPermissions] as? Int == 0o700)
  }

  @Test(
    "Content that is too large is refused, with a declared length or without",
    arguments: [true, false])
  func tooLarge(isDeclared: Bool) async throws {
    let rig = try MediaRig { $0.uploadLimit = 1000 }

    let response = await rig.send(
      "POST", "_matrix/media/v3/upload",
      body: RequestBody(declaredLength: isDeclared ? 1001 : nil) { limit, take in
        try await take(ByteBuffer(repeating: 1, count: 900))
        throw RequestBody.excess(limit)
      })

    #expect(response.refusal == "413 M_TOO_LARGE")
    #expect(try rig.names(in: "incoming").isEmpty && rig.names(in: "files").isEmpty)
    #expect(try await rig.upload([UInt8](repeating: 1, count: 1000)).count == 24)
  }

  @Test("An incomplete upload leaves nothing behind")
  func cutOff() async throws {
    struct Gone: Error {}
    let rig = try MediaRig()

    let response = await rig.send(
      "POST", "_matrix/media/v3/upload",
      body: RequestBody(declaredLength: 900) { _, take in
        try await take(ByteBuffer(repeating: 1, count: 800))
        throw Gone()
      })

    #expect(response.status == 500)
    #expect(try rig.names(in: "incoming").isEmpty && rig.names(in: "files").isEmpty)
  }

  @Test("A user stores no more than allowed, which does not affect others")
  func quota() async throws {
    let rig = try MediaRig { $0.mediaLimit = 20_480 }
    // Three of five disk blocks.
    _ = try await rig.upload([UInt8](repeating: 1, count: 8193))

    let declared = await rig.send(
      "POST", "_matrix/media/v3/upload", body: RequestBody(ByteBuffer(repeating: 1, count: 8193)))
    let silent = await rig.send(
      "POST", "_matrix/media/v3/upload",
      body: RequestBody { _, take in try await take(ByteBuffer(repeating: 1, count: 8193)) })

    #expect(declared.refusal == "403 M_FORBIDDEN" && silent.refusal == "403 M_FORBIDDEN")
    #expect(try rig.names(in: "files").count == 1 && rig.names(in: "incoming").isEmpty)
    // Empty content counts as one block too.
    _ = try await rig.upload([])
    _ = try await rig.upload([1])
    let last = await rig.send("POST", "_matrix/media/v3/upload")
    #expect(last.refusal == "403 M_FORBIDDEN")
    _ = try await rig.upload([UInt8](repeating: 1, count: 20_480), as: "grace")
    #expect(try rig.names(in: "files").count == 4)
  }

  @Test(
    "A server that has reached its limit, or whose disk is nearly full, refuses all uploads",
    arguments: [
      (20_480, 0, "this server cannot store more content"),
      (.max, Int.max / 2, "the server's disk is nearly full: it takes no more content"),
    ])
  func noSpace(total: Int, floor: Int, text: String) async throws {
    let rig = try MediaRig {
      $0.mediaTotal = total
      $0.diskFloor = floor
    }
    if floor == 0 { _ = try await rig.upload([UInt8](repeating: 1, count: 8193), as: "grace") }

    let response = await rig.send(
      "POST", "_matrix/media/v3/upload", body: RequestBody(ByteBuffer(repeating: 1, count: 8193)))

    #expect(response.refusal == "507 M_RESOURCE_LIMIT_EXCEEDED")
    #expect(try response.object["error"]?.string == text)
    #expect(try rig.names(in: "incoming").isEmpty)
  }

  @Test("The number of simultaneous uploads of a user is bounded")
  func simultaneous() async throws {
    let rig = try MediaRig()
    let (gate, open) = AsyncStream.makeStream(of: Never.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)

    let statuses = await withTaskGroup { group in
      for _ in 0..<Media.maximumUploads {
        group.addTask {
          await rig.send(
            "POST", "_matrix/media/v3/upload",
            body: RequestBody { _, take in
              begin.yield()
              for await _ in gate {}
              try await take(ByteBuffer(bytes: [1]))
            }
          ).status
        }
      }
      var count = 0
      for await _ in begun {
        count += 1
        if count == Media.maximumUploads { break }
      }
      let refused = await rig.send("POST", "_matrix/media/v3/upload")
      #expect(refused.refusal == "429 M_LIMIT_EXCEEDED")
      let other = await rig.send("POST", "_matrix/media/v3/upload", as: "grace")
      #expect(other.status == 200)
      open.finish()
      return await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(statuses == [200])
    _ = try await rig.upload([1])
  }

  @Test("A client can read the limit", arguments: ["media/r0", "media/v3", "client/v1/media"])
  func limit(path: String) async throws {
    let rig = try MediaRig { $0.uploadLimit = 12_345 }

    let response = await rig.get("_matrix/\(path)/config")

    #expect(try response.bytes == Array(#"{"m.upload.size":12345}"#.utf8))
  }

  @Test("After a crash, files unknown to the database are removed, and the others stay")
  func recovery() async throws {
    let rig = try MediaRig()
    let known = try await rig.upload([1, 2, 3])
    let unknown = MediaID().text
    let media = rig.root + "/media"
    for path in ["incoming/\(known)", "incoming/\(unknown)", "files/\(unknown)", "incoming/x.part"]
    {
      #expect(FileManager.default.createFile(atPath: "\(media)/\(path)", contents: nil))
    }

    let next = try MediaRig(root: rig.root)
    await next.media.recovery.value

    #expect(try next.names(in: "incoming").isEmpty)
    #expect(try next.names(in: "files") == [known])
    #expect(try await next.download(known).bytes == [1, 2, 3])
  }
}
