import Foundation
import ModelKit
import NIOCore

@testable import Homeserver

/// A server with endpoints for tests of the transport.
final class HTTPStage: Sendable {
  /// 20 MiB.
  static let fileSize = 20 << 20

  static let fileContent = (0..<20).flatMap { [$0] + [UInt8](repeating: 0, count: (1 << 20) - 1) }

  let server: HTTPServer
  let port: Int
  let events: Events
  let memory: ResponseMemory
  private let folder: URL

  private init(
    server: HTTPServer, port: Int, events: Events, memory: ResponseMemory, folder: URL
  ) {
    self.memory = memory
    self.server = server
    self.port = port
    self.events = events
    self.folder = folder
  }

  /// Runs a test with a server on a port of the system's choice.
  static func run(
    _ change: (inout HTTPSettings) -> Void = { _ in }, address: String = "127.0.0.1",
    port: Int = 0, origins: Set<String> = [], bounds: ResponseMemory.Bounds = .init(),
    _ body: (HTTPStage) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let events = Events()
    var settings = HTTPSettings()
    // Only a test of a limit may meet it, even on a busy machine.
    settings.idleTimeout = .minutes(10)
    settings.bodyTimeout = .minutes(10)
    settings.writeTimeout = .minutes(10)
    change(&settings)
    settings.address = address
    settings.port = port
    settings.allowedOrigins = origins
    let memory = ResponseMemory(bounds)
    let router = Router(
      routes(events, memory, folder: folder), authenticator: OneToken(), memory: memory,
      bodyMemory: memory, log: { _ in events.note("log") })
    let server = HTTPServer(settings, log: { _ in events.note("log") }) {
      await router.respond(to: $0)
    }
    let port = try await server.start()
    let stage = HTTPStage(
      server: server, port: port, events: events, memory: memory, folder: folder)
    do {
      try await body(stage)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  func client(receiveBuffer: Int32? = nil) async throws -> RawClient {
    try await RawClient(port: port, receiveBuffer: receiveBuffer)
  }

  /// The bytes of a request.
  func request(
    _ method: String = "GET", _ target: String, _ headers: [String] = [], body: String? = nil
  ) -> String {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost:\(port)"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }

  /// Creates the file that `/file` serves.
  func makeFile() throws {
    let url = folder.appending(path: "file")
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    // Mostly a hole, which costs a busy disk nothing.
    try file.truncate(atOffset: UInt64(Self.fileSize))
    for block in 0..<20 {
      try file.seek(toOffset: UInt64(block << 20))
      try file.write(contentsOf: [UInt8(block)])
    }
    try file.close()
  }

  /// Waits until that many connections are open; false after the time.
  func hasConnections(_ count: Int, within seconds: Double = 60) async -> Bool {
    await becomesTrue(within: seconds) { $0.server.connectionCount == count }
  }

  /// Waits until at least that many connections are open; false after the time.
  func hasAtLeast(_ count: Int, within seconds: Double = 60) async -> Bool {
    await becomesTrue(within: seconds) { $0.server.connectionCount >= count }
  }

  /// Waits until no connection is writable; false after the time.
  func allAreHeldBack(within seconds: Double = 60) async -> Bool {
    await becomesTrue(within: seconds) { stage in
      let open = stage.server.openConnections
      return !open.isEmpty && open.allSatisfy { !$0.channel.isWritable }
    }
  }

  /// Waits until the server has processed everything sent so far.
  func settle() async throws {
    let client = try await client()
    for _ in 0..<20 {
      try await client.send(request("GET", "/echo/a/b"))
      _ = try await client.response()
    }
  }

  /// Waits for a condition; false after the time.
  func becomes(within seconds: Double = 60, _ condition: (HTTPStage) -> Bool) async -> Bool {
    await becomesTrue(within: seconds, condition)
  }

  /// The bytes that wait for each client.
  func waitingBytes() async throws -> [Int] {
    var sizes: [Int] = []
    for connection in server.openConnections {
      sizes.append(
        try await connection.channel.getOption(ChannelOptions.bufferedWritableBytes).get())
    }
    return sizes
  }

  /// Sockets send no signal for these conditions, so this polls.
  private func becomesTrue(
    within seconds: Double, _ condition: (HTTPStage) -> Bool
  ) async -> Bool {
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(seconds)
    while !condition(self) {
      guard clock.now < limit else { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return true
  }

  /// Accepts only the token `known`.
  private struct OneToken: Authenticator {
    func requester(token: String) async throws -> Requester {
      guard token == "known" else { throw MatrixError.unknownToken(isSoft: false) }
      return try Requester(test: "ada|D")
    }
  }

  private static func upload(_ request: Request, _ events: Events) async throws -> Response {
    var size = 0
    try await request.rawBody.forEachChunk(limit: 4 << 20) { piece in
      events.note("piece")
      size += piece.readableBytes
    }
    events.note("uploaded")
    return .json(Array(String(size).utf8))
  }

  private static func routes(
    _ events: Events, _ memory: ResponseMemory, folder: URL
  ) -> [Route] {
    (echoRoutes() + bodyRoutes(events) + waitingRoutes(events)
      + fileRoutes(events, memory, path: folder.appending(path: "file").path)).flatMap(\.self)
  }

  /// Endpoints that echo the request.
  private static func echoRoutes() -> [[Route]] {
    [
      Route.open("GET", "/echo/:a/:b") { request in
        .json(Array("\(try request.parameter("a"))|\(try request.parameter("b"))".utf8))
      },
      Route.open("GET", "/status/:code") { request in
        var response = Response.json(Array("text".utf8))
        response.status = Int(try request.parameter("code")) ?? 500
        return response
      },
      Route.open("GET", "/headers") { request in
        let parts = [request.headers.byName["x-a"], request.remoteAddress, request.host]
        return .json(Array(parts.map { $0 ?? "-" }.joined(separator: "|").utf8))
      },
      Route.open("GET", "/owner") { request in
        .json(Array("\(await request.machineUser().map(String.init) ?? "-")".utf8))
      },
    ]
  }

  /// Endpoints that read their body or ignore it.
  private static func bodyRoutes(_ events: Events) -> [[Route]] {
    [
      Route.open("POST", "/twice") { request in
        _ = try await request.rawBody.collect(limit: 1000)
        return .json(
          Array(String(try await request.rawBody.collect(limit: 1000).readableBytes).utf8))
      },
      Route.open("POST", "/body") { request in
        .json(Array(String(try await request.rawBody.collect(limit: 1000).readableBytes).utf8))
      },
      Route.open("POST", "/upload") { try await upload($0, events) },
      Route.user("POST", "/own-upload") { request, _ in try await upload(request, events) },
      Route.open("POST", "/slow-upload") { request in
        try await request.rawBody.forEachChunk(limit: .max) { _ in
          events.note("piece")
          try await Task.sleep(for: .seconds(600))
        }
        return .empty
      },
      Route.open("POST", "/ponder") { request in
        _ = try await request.body(JSONValue.self)
        events.note("parsed")
        try await Task.sleep(for: .seconds(600))
        return .empty
      },
      Route.open("POST", "/ignore") { _ in .json(Array("ignored".utf8)) },
      Route.user("PUT", "/_matrix/secret") { _, _ in .empty },
      Route.open("POST", "/deed") { _ in
        events.note("deed")
        return .empty
      },
    ]
  }

  /// Slow endpoints.
  private static func waitingRoutes(_ events: Events) -> [[Route]] {
    [
      Route.open("GET", "/wait") { _ in
        events.note("waits")
        do {
          try await Task.sleep(for: .seconds(600))
        } catch {
          events.note("cancelled")
          throw error
        }
        return .empty
      },
      Route.open("GET", "/nap") { _ in
        try await Task.sleep(for: .milliseconds(150))
        return .json(Array("rested".utf8))
      },
      Route.open("GET", "/stubborn") { _ in
        events.note("works")
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(100)
        while clock.now < end { await Task.yield() }
        return .json(Array("done".utf8))
      },
    ]
  }

  /// Endpoints with large responses.
  private static func fileRoutes(
    _ events: Events, _ memory: ResponseMemory, path: String
  ) -> [[Route]] {
    [
      Route.open("GET", "/big") { _ in .json([UInt8](repeating: 0x61, count: 3 << 20)) },
      Route.open("GET", "/great/:user") { request in
        let hold = try await memory.reserve(for: user(try request.parameter("user")))
        events.note("makes")
        return hold.response([UInt8](repeating: 0x61, count: 3 << 20))
      },
      Route.open("GET", "/file") { _ in Response(body: .file(path: path, size: fileSize)) },
      Route.open("GET", "/long-file") { _ in Response(body: .file(path: path, size: fileSize + 1))
      },
      Route.open("GET", "/no-file") { _ in Response(body: .file(path: path + "-", size: 1)) },
    ]
  }
}
