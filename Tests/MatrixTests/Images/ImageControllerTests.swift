import Controllers
import Foundation
import HTTPTypes
import Imaging
import Models
import Signals
import SignalsTesting
import Synchronization
import Testing

@testable import Matrix

@Suite("Matrix image controller")
struct ImageControllerTests {
  private let folder: TemporaryFolder
  private let avatar: MediaURI
  private let icon = PixelSize(width: 32, height: 32)
  private let portrait = PixelSize(width: 96, height: 96)
  private let poster = PixelSize(width: 200, height: 200)

  init() throws {
    folder = try TemporaryFolder()
    avatar = try #require(MediaURI("mxc://localhost/ETljqkmLspuqTnuoRAtzzTrJ"))
  }

  @Test("a small cached picture comes first, then the requested one")
  func smallThenFull() async throws {
    try await withImages { images, homeserver in
      let small = try await collect(images.image(for: avatar, size: icon))
      let both = try await collect(images.image(for: avatar, size: poster))

      #expect(small.map(\.size) == [PixelSize(width: 32, height: 32)])
      #expect(both.count == 2)
      #expect(both.first == small.first)
      #expect((both.last?.width ?? 0) > 96)
      #expect(Self.asked(homeserver) == ["thumbnail/32/crop", "download"])
    }
  }

  @Test("a sufficiently large cached picture is not requested again, in this run or the next")
  func cached() async throws {
    try await withImages { images, homeserver in
      let first = try await collect(images.image(for: avatar, size: poster))
      #expect(try await collect(images.image(for: avatar, size: icon)) == first)
      let next = try Self.controller(homeserver, folder, transport: CurlTransport())
      let count = homeserver.server.requests.count

      #expect(try await collect(next.image(for: avatar, size: icon)).count == 1)
      #expect(homeserver.server.requests.count == count)
    }
  }

  @Test("requests carry the token and use authenticated media")
  func request() async throws {
    try await withImages { images, homeserver in
      _ = try await collect(images.image(for: avatar, size: portrait))
      let request = try #require(homeserver.server.requests.first)
      #expect(
        request.path
          == "/_matrix/client/v1/media/thumbnail/localhost/ETljqkmLspuqTnuoRAtzzTrJ")
      #expect(request.query == "width=96&height=96&method=scale")
      #expect(request.authorization == "Bearer old")
    }
  }

  @Test("equal requests in flight share one request, which survives when one caller leaves")
  func shared() async throws {
    try await withImages { images, homeserver in
      homeserver.change { $0.media["thumbnail/96"]?.delay = .seconds(3) }
      let leaver = images.image(for: avatar, size: portrait).subscribe(
        value: { _ in }, failed: { _ in })
      let stayers = (0..<2).map { _ in Notes(images.image(for: avatar, size: portrait)) }
      try await eventually { images.requests.waiterCount == 3 }
      try await eventually { homeserver.server.requests.count == 1 }
      leaver.dispose()
      for stayer in stayers { try await stayer.ended() }

      #expect(stayers[0].values.count == 1)
      #expect(stayers[0].values == stayers[1].values)
      #expect(homeserver.server.requests.count == 1)
    }
  }

  @Test("a request is cancelled when every caller has left")
  func abandoned() async throws {
    try await withImages { images, homeserver in
      homeserver.change { $0.media["thumbnail/96"]?.manner = .silent }
      let subscriptions = (0..<2).map { _ in
        images.image(for: avatar, size: portrait).subscribe(value: { _ in }, failed: { _ in })
      }
      try await eventually { homeserver.server.requests.count == 1 }
      for subscription in subscriptions { subscription.dispose() }
      try await eventually { homeserver.server.openConnections == 0 }
    }
  }

  @Test("without a network the cached picture arrives, then the failure")
  func offline() async throws {
    try await withImages { images, homeserver in
      let small = try await collect(images.image(for: avatar, size: icon))
      await homeserver.stop()
      let events = await collect(images.image(for: avatar, size: poster).materialize())

      #expect(events.count == 2)
      guard case .value(let picture) = events.first, case .failed(let error) = events.last else {
        Issue.record("\(events)")
        return
      }
      #expect(picture == small.first)
      #expect(error.operation == .fetchImage)
      #expect(error.isTransient)
    }
  }

  @Test("a response that is not a picture is refused and not cached", arguments: Bad.all)
  func refused(bad: Bad) async throws {
    try await withImages { images, homeserver in
      homeserver.change { $0.media["thumbnail/96"] = bad.reply }
      let error = await failure { () async throws(RequestError) in
        try await collect(images.image(for: avatar, size: portrait))
      }
      #expect(error?.reason == bad.reason)
      #expect(cachedFiles.isEmpty)

      homeserver.change { $0.media["thumbnail/96"] = .picture("media-thumbnail-96-scale.png") }
      let pictures = try await collect(images.image(for: avatar, size: portrait))
      #expect(pictures.count == 1)
    }
  }

  @Test("a picture is not fetched beyond the size that its reader wants, and is when they want it")
  func wanted() async throws {
    try await withImages { images, homeserver in
      let size = Fixture.bytes("media-download.png").count
      let error = await failure { () async throws(RequestError) in
        try await collect(images.image(for: avatar, size: poster, atMost: size - 1))
      }
      #expect(error?.reason == .tooLarge)
      let pictures = try await collect(images.image(for: avatar, size: poster, atMost: size))
      #expect(pictures.count == 1)
      #expect(Self.asked(homeserver) == ["download", "download"])
    }
  }

  @Test("the server's copy of a picture is kept beside the picture, and never taken for it")
  func thumbnail() async throws {
    try await withImages { images, homeserver in
      homeserver.change { $0.media["thumbnail/800"] = .picture("media-thumbnail-96-scale.png") }
      let copy = try await collect(images.thumbnail(of: avatar, atMost: PictureLimit.usual))
      #expect(copy.map(\.width) == [320])
      #expect(homeserver.server.requests.last?.query == "width=800&height=600&method=scale")
      let next = try Self.controller(homeserver, folder, transport: CurlTransport())
      for controller in [images, next] {
        let again = try await collect(controller.thumbnail(of: avatar, atMost: PictureLimit.usual))
        #expect(again == copy)
      }
      #expect(Self.asked(homeserver) == ["thumbnail/800/scale"])

      let whole = try await collect(images.image(for: avatar, size: poster))
      #expect(whole.count == 1)
      #expect(Self.asked(homeserver) == ["thumbnail/800/scale", "download"])
    }
  }

  @Test("a copy of more bytes than wanted is not downloaded, and a refusal is no picture")
  func noThumbnail() async throws {
    try await withImages { images, homeserver in
      homeserver.change { $0.media["thumbnail/800"] = .picture("media-thumbnail-96-scale.png") }
      let size = Fixture.bytes("media-thumbnail-96-scale.png").count
      let large = await failure { () async throws(RequestError) in
        try await collect(images.thumbnail(of: avatar, atMost: size - 1))
      }
      #expect(large?.reason == .tooLarge)
      homeserver.change { $0.media["thumbnail/800"] = .notFound }
      let missing = await failure { () async throws(RequestError) in
        try await collect(images.thumbnail(of: avatar, atMost: size))
      }
      #expect(missing?.reason == .refused)
      #expect(cachedFiles.isEmpty)
    }
  }

  @Test(
    "where the server makes no small copy, the picture itself is fetched once, within its limit",
    arguments: [400, 404])
  func noSmallCopy(status: Int) async throws {
    try await withImages { images, homeserver in
      homeserver.change {
        $0.media["thumbnail/96"] = .json(#"{"errcode":"M_UNKNOWN","error":"none"}"#, status: status)
      }
      let size = Fixture.bytes("media-download.png").count
      let large = await failure { () async throws(RequestError) in
        try await collect(images.image(for: avatar, size: portrait, atMost: size - 1))
      }
      #expect(large?.reason == .tooLarge)
      let pictures = try await collect(images.image(for: avatar, size: portrait, atMost: size))
      #expect(pictures.count == 1)
      let next = try Self.controller(homeserver, folder, transport: CurlTransport())
      #expect(try await collect(next.image(for: avatar, size: portrait)) == pictures)
      let pair = ["thumbnail/96/scale", "download"]
      #expect(Self.asked(homeserver) == pair + pair)
    }
  }

  @Test("another refusal of a small copy asks for nothing else; a picture that is gone ends there")
  func refusedSmallCopy() async throws {
    try await withImages { images, homeserver in
      homeserver.change {
        $0.media["thumbnail/96"] = .json(#"{"errcode":"M_UNKNOWN","error":"none"}"#, status: 403)
      }
      let error = await failure { () async throws(RequestError) in
        try await collect(images.image(for: avatar, size: portrait))
      }
      #expect(error?.status == 403)
      #expect(Self.asked(homeserver) == ["thumbnail/96/scale"])
      homeserver.change { $0.media = [:] }
      let gone = await failure { () async throws(RequestError) in
        try await collect(images.image(for: avatar, size: portrait))
      }
      #expect(gone?.status == 404)
      #expect(Self.asked(homeserver).suffix(2) == ["thumbnail/96/scale", "download"])
    }
  }

  @Test("a damaged cached file is replaced by the server's copy")
  func damagedFile() async throws {
    try await withImages { images, homeserver in
      let first = try await collect(images.image(for: avatar, size: portrait))
      let file = try #require(cachedFiles.first)
      let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/media/" + file))
      try handle.truncate(atOffset: 100)
      try handle.close()
      let next = try Self.controller(homeserver, folder, transport: CurlTransport())

      #expect(try await collect(next.image(for: avatar, size: portrait)) == first)
      #expect(homeserver.server.requests.count == 2)
    }
  }

  @Test("what nothing has decoded is no damage, and another attempt finds the cached file")
  func undecoded() async throws {
    try await withImages { images, homeserver in
      let first = try await collect(images.image(for: avatar, size: portrait))
      let idle = try Self.controller(
        homeserver, folder, transport: CurlTransport(), decoder: IdleDecoder())
      let error = await failure { () async throws(RequestError) in
        try await collect(idle.image(for: avatar, size: portrait))
      }
      #expect(error?.reason == .unusablePicture(.undecoded))
      let count = homeserver.server.requests.count
      let next = try Self.controller(homeserver, folder, transport: CurlTransport())
      #expect(try await collect(next.image(for: avatar, size: portrait)) == first)
      #expect(homeserver.server.requests.count == count)
    }
  }

  @Test("the disk cache stays within its limit and evicts the least recently used pictures")
  func bounded() async throws {
    var limits = MatrixImageController.Limits()
    limits.disk = 10_000
    limits.memory = 0
    try await withImages(limits) { images, homeserver in
      let first = try #require(MediaURI("mxc://localhost/first"))
      for number in 0..<20 {
        let uri = try #require(MediaURI("mxc://localhost/picture\(number)"))
        _ = try await collect(images.image(for: uri, size: portrait))
        _ = try await collect(images.image(for: first, size: portrait))
      }
      let sizes = try cachedFiles.map { name in
        let path = folder.path + "/media/" + name
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      }

      #expect(sizes.reduce(0, +) <= 10_000)
      #expect(sizes.count > 3)
      #expect(homeserver.requests("/first").count == 1)
      #expect(homeserver.server.requests.count == 21)
    }
  }

  @Test("files are private and named after their content")
  func files() async throws {
    try await withImages { images, _ in
      _ = try await collect(images.image(for: avatar, size: icon))
      let file = try #require(cachedFiles.first)
      #expect(file == "small,localhost,ETljqkmLspuqTnuoRAtzzTrJ")
      let path = folder.path + "/media/" + file
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test("a picture whose name is too long for a file is fetched each time")
  func longName() async throws {
    let long = try #require(MediaURI("mxc://localhost/" + String(repeating: "a", count: 300)))
    var limits = MatrixImageController.Limits()
    limits.memory = 0
    try await withImages(limits) { images, homeserver in
      for _ in 0..<2 { _ = try await collect(images.image(for: long, size: icon)) }
      #expect(homeserver.server.requests.count == 2)
      #expect(cachedFiles.isEmpty)
    }
  }

  @Test("erasing removes pictures from the disk, and later ones are not stored")
  func erased() async throws {
    try await withImages { images, _ in
      _ = try await collect(images.image(for: avatar, size: icon))
      await images.eraseFiles()
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/media"))
      #expect(try await collect(images.image(for: avatar, size: poster)).count == 2)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/media"))
    }
  }

  @Test("an unusable cache does not prevent loading")
  func noFolder() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/media"))
    try await withImages { images, _ in
      for _ in 0..<2 {
        let pictures = try await collect(images.image(for: avatar, size: icon))
        #expect(pictures.count == 1)
      }
    }
  }

  @Test(
    "a malformed address never becomes a request",
    arguments: [
      "mxc://../../x", "mxc://a/b?c#d", "mxc://a/%2e%2e", "http://a/b", "mxc://a/", "mxc:///b",
      "mxc://a/b/c", "mxc://a/" + String(repeating: "b", count: 10_000),
    ])
  func malformed(text: String) {
    #expect(MediaURI(text) == nil)
  }

  /// A response that is not a picture, and the expected result.
  struct Bad: Sendable, CustomTestStringConvertible {
    let reply: Reply
    let reason: RequestError.Reason

    var testDescription: String { "\(reply.body.count) bytes, \(reason)" }

    static let all = [
      Bad(reply: .json("{}"), reason: .unusablePicture(.otherType("application/json"))),
      Bad(reply: picture(Array("<svg/>".utf8)), reason: .unusablePicture(.unknownKind)),
      Bad(reply: picture([]), reason: .unusablePicture(.unknownKind)),
      Bad(
        reply: picture(Array(Fixture.bytes("media-download.png").prefix(900))),
        reason: .unusablePicture(.damaged)),
      Bad(reply: picture(vast), reason: .unusablePicture(.tooManyPixels)),
      Bad(reply: picture([UInt8](repeating: 0, count: 9 << 20)), reason: .tooLarge),
      Bad(reply: .json("{}", status: 403), reason: .refused),
    ]

    /// The header of a PNG picture that declares 65 535 by 65 535 pixels.
    private static let vast: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
      + Array("IHDR".utf8) + [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 8, 6, 0, 0, 0]
      + [0xB6, 0x05, 0xD9, 0x50, 0, 0, 0, 0] + Array("IDAT".utf8) + [0x35, 0xAF, 0x06, 0x1E]

    private static func picture(_ bytes: [UInt8]) -> Reply {
      Reply(headers: [.contentType: "image/png"], body: bytes)
    }
  }

  private var cachedFiles: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/media")) ?? []
  }

  private static func asked(_ homeserver: StubHomeserver) -> [String] {
    homeserver.server.requests.map { request in
      guard request.path.contains("/thumbnail/") else { return "download" }
      let values = request.query.split(separator: "&").map { $0.split(separator: "=").last ?? "" }
      return "thumbnail/\(values[0])/\(values[2])"
    }
  }

  private static func controller(
    _ homeserver: StubHomeserver, _ folder: TemporaryFolder, transport: any HTTPTransport,
    _ limits: MatrixImageController.Limits = .init(),
    decoder: any PictureDecoder = DirectPictureDecoder()
  ) throws -> MatrixImageController {
    let network = try TestNetwork.make(homeserver.url, transport, scheduler: TestScheduler())
    return MatrixImageController(
      network: network.network, folder: folder.path + "/media", limits: limits, decoder: decoder)
  }

  private func withImages(
    _ limits: MatrixImageController.Limits = .init(),
    _ body: (MatrixImageController, StubHomeserver) async throws -> Void
  ) async throws {
    let homeserver = try await StubHomeserver.start()
    try await withTransport { transport in
      try await body(
        try Self.controller(homeserver, folder, transport: transport, limits), homeserver)
    }
    await homeserver.stop()
  }
}
