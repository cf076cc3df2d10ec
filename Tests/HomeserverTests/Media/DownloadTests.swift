import Foundation
import NIOCore
import Testing

@testable import Homeserver

@Suite("Downloads")
struct DownloadTests {
  @Test("No browser runs the served content")
  func safety() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload(Array("<script>".utf8), type: "text/html", name: "a.html")

    let response = await rig.download(id)

    #expect(response.contentType == "application/octet-stream")
    #expect(response.header("Content-Disposition") == #"attachment; filename="a.html""#)
    #expect(response.header("X-Content-Type-Options") == "nosniff")
    #expect(
      response.header("Content-Security-Policy")?.hasPrefix("sandbox; default-src 'none';") == true)
    #expect(response.header("Cross-Origin-Resource-Policy") == "cross-origin")
  }

  @Test("A name in the path takes precedence over the uploaded name")
  func nameInPath() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload([1], name: "first.txt")
    let path = "_matrix/client/v1/media/download/localhost/\(id)"

    #expect(
      await rig.get(path + "/second.txt").header("Content-Disposition")
        == #"attachment; filename="second.txt""#)
    #expect(
      await rig.get(path + "/..").header("Content-Disposition")
        == #"attachment; filename="first.txt""#)
  }

  @Test("Unknown content is not found, and no text of a path reaches the disk")
  func unknown() async throws {
    let rig = try MediaRig()
    let id = try await rig.upload([1])

    for (server, name) in [
      ("example.org", id), ("localhost:8008", id), ("localhost", MediaID().text),
      ("localhost", ".."), ("localhost", "."), ("localhost", "../../homeserver.sqlite"),
      ("localhost", id + "x"), ("localhost", String(repeating: "a", count: 10_000)),
    ] {
      let request = Request(
        method: "GET", segments: ["_matrix", "client", "v1", "media", "download", server, name],
        query: [], headers: .bearer("ada"), remoteAddress: "", body: RequestBody(ByteBuffer()))
      #expect(
        await rig.router.respond(to: request).refusal == "404 M_NOT_FOUND", "\(server) \(name)")
    }
  }

  @Test("Content whose file is missing, truncated or a link is not found")
  func damaged() async throws {
    let rig = try MediaRig()
    let files = rig.root + "/media/files/"
    let ids = [
      try await rig.upload([1, 2]), try await rig.upload([1, 2]), try await rig.upload([1, 2]),
    ]
    try FileManager.default.removeItem(atPath: files + ids[0])
    try Data([1]).write(to: URL(fileURLWithPath: files + ids[1]))
    try FileManager.default.removeItem(atPath: files + ids[2])
    try FileManager.default.createSymbolicLink(
      atPath: files + ids[2], withDestinationPath: "/etc/hostname")

    for id in ids { #expect(await rig.download(id).refusal == "404 M_NOT_FOUND") }
  }

  @Test("The links of old clients work only on a loopback address", arguments: ["r0", "v3"])
  func oldLinks(version: String) async throws {
    let picture = try Pictures.plain(width: 40, height: 40)
    for (address, status) in [
      ("127.0.0.1", 200), ("::1", 200), ("0.0.0.0", 404), ("192.168.1.1", 404),
    ] {
      let rig = try MediaRig { $0.address = address }
      let id = try await rig.upload(picture)
      let size = [("width", "32"), ("height", "32")]
      for path in ["download/localhost/\(id)", "download/localhost/\(id)/name"] {
        #expect(
          await rig.get("_matrix/media/\(version)/\(path)", as: nil).status == status, "\(address)")
      }
      let thumbnail = await rig.get(
        "_matrix/media/\(version)/thumbnail/localhost/\(id)", query: size, as: nil)
      #expect(thumbnail.status == status)
    }
  }
}
