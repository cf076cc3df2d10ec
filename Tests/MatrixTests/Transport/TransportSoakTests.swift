import Controllers
import Foundation
import HTTPTypes
import Matrix
import SeededRandom
import Signals
import Synchronization
import Testing

/// Long use of one transport, in a short form and, with `CHATTUI_SOAK=long`, in full length.
///
/// Only the full form, which runs alone, checks limits on memory and descriptors: in the short
/// form, other tests share the process.
@Suite("Transport soak", .serialized)
struct TransportSoakTests {
  private static let isLong = ProcessInfo.processInfo.environment["CHATTUI_SOAK"] == "long"
  private static let polls = isLong ? 2000 : 200
  private static let downloads = isLong ? 200 : 24
  private static let staleRequests = isLong ? 400 : 60

  @Test("polls cancelled at any moment and restarted end once each")
  func polls() async throws {
    let server = try await StubServer.start { request in
      switch request.path {
      case "/poll": Reply(manner: .silent)
      case "/stalled":
        Reply(body: [UInt8](repeating: 0x20, count: 4096), manner: .stalled(after: 9))
      default: .json("{}")
      }
    }
    try await measured("\(Self.polls) polls", on: server) { transport in
      var random = SeededGenerator(seed: 1)
      let ends = Counter()
      for wave in 0..<(Self.polls / 8) {
        let moments = (0..<8).map { _ in Int.random(in: 0..<4, using: &random) }
        try await Self.poll(at: moments, on: server, transport, counting: ends)
        if wave.isMultiple(of: 5) {
          let ping = try request(server, "/ping")
          #expect(try await transport.send(ping).status == 200)
        }
      }
      #expect(ends.value == Self.polls)
    }
    await server.stop()
  }

  @Test("truncated downloads stop the sender and end once each")
  func downloads() async throws {
    let chunk = [UInt8](repeating: 0x41, count: 1 << 16)
    let server = try await StubServer.start { _ in Reply(body: chunk, manner: .endless) }
    try await measured("\(Self.downloads) downloads", on: server) { transport in
      var random = SeededGenerator(seed: 2)
      for number in 0..<(Self.downloads / 4) {
        let caps = (0..<4).map { _ in Int.random(in: 1...8, using: &random) << 20 }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for cap in caps {
            group.addTask {
              try await Self.cut(server, transport, cap: cap, cancelling: number.isMultiple(of: 2))
            }
          }
          try await group.waitForAll()
        }
      }
    }
    await server.stop()
  }

  @Test("connections that the server closes after each response cost no request")
  func staleConnections() async throws {
    let server = try await StubServer.start { _ in
      .json("{\"displayname\":\"Ada\"}").with { $0.manner = .closingAfterwards }
    }
    try await measured("\(Self.staleRequests) stale connections", on: server) { transport in
      let network = try TestNetwork.make(server.url, transport, scheduler: MainScheduler.main)
      for _ in 0..<Self.staleRequests {
        let endpoint = Endpoint<Void>(.markRead, .put, path: .client("x"))
        try await network.network.request(endpoint)
      }
    }
    #expect(server.requests.count >= Self.staleRequests)
    await server.stop()
  }

  @Test("a frozen server costs each request only its deadline, and is usable afterwards")
  func frozen() async throws {
    let server = try await StubServer.start { _ in .json("{}") }
    try await measured("frozen server", on: server) { transport in
      server.answer { _ in Reply(manner: .silent) }
      let start = ContinuousClock.now
      let poll = try request(server, timeout: .milliseconds(500))
      await withTaskGroup(of: TransportError?.self) { group in
        for _ in 0..<24 {
          group.addTask {
            await failure { () async throws(TransportError) in try await transport.send(poll) }
          }
        }
        for await error in group { #expect(error == .timedOut) }
      }
      #expect(ContinuousClock.now - start < .seconds(60))
      server.answer { _ in .json("{}") }
      let next = try request(server)
      #expect(try await transport.send(next).status == 200)
    }
    await server.stop()
  }

  @Test("a redirect to another origin never carries the token")
  func redirects() async throws {
    let other = try await StubServer.start { _ in .json("{}") }
    let server = try await StubServer.start { [other] request in
      let status = [301, 302, 303, 307, 308][request.connection % 5]
      return .redirect(to: other.url + "/caught", status: status)
        .with { $0.manner = .closingAfterwards }
    }
    try await measured("redirects", on: server) { transport in
      for _ in 0..<40 {
        var redirected = try request(server)
        redirected.headers[.authorization] = "Bearer secret"
        redirected.maxRedirects = 3
        _ = try? await transport.send(redirected)
      }
    }
    #expect(other.requests.count >= 20)
    #expect(other.requests.allSatisfy { $0.authorization == nil })
    let asked = server.requests.filter { $0.path != "/warm-up" }
    #expect(asked.count >= 20)
    #expect(asked.allSatisfy { $0.authorization == "Bearer secret" })
    await server.stop()
    await other.stop()
  }

  /// Eight polls, each cancelled before sending, at once, while waiting, or during the response.
  private static func poll(
    at moments: [Int], on server: StubServer, _ transport: CurlTransport,
    counting ends: Counter
  ) async throws {
    let before = server.requests.count
    let waiting = moments.count { $0 >= 2 }
    let tasks = try moments.map { moment in
      let poll = try request(server, moment == 3 ? "/stalled" : "/poll", timeout: .seconds(60))
      let task = Task {
        let error = await failure { () async throws(TransportError) in
          try await transport.send(poll)
        }
        ends.add()
        return error
      }
      if moment == 0 { task.cancel() }
      return task
    }
    for (task, moment) in zip(tasks, moments) where moment == 1 { task.cancel() }
    try await eventually { server.requests.count - before >= waiting }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .cancelled) }
  }

  private static func cut(
    _ server: StubServer, _ transport: CurlTransport, cap: Int, cancelling: Bool
  ) async throws {
    var download = try request(server, timeout: .seconds(60))
    download.maxBodyBytes = cancelling ? HTTPRequest.largestBody : cap
    let task = Task { [download] in
      await failure { () async throws(TransportError) in try await transport.send(download) }
    }
    if cancelling {
      // About as long as reaching the cap takes; the moment is meant to vary.
      try await Task.sleep(for: .microseconds(cap / 1000))
      task.cancel()
    }
    #expect(await task.value == (cancelling ? .cancelled : .tooLarge))
  }

  /// Runs `body` on a warmed-up transport and checks what it leaves behind.
  private func measured(
    _ name: String, on server: StubServer, _ body: (CurlTransport) async throws -> Void
  ) async throws {
    try await withTransport { transport in
      var warmUp = try request(server, "/warm-up", timeout: .milliseconds(500))
      warmUp.maxBodyBytes = 1 << 20
      _ = try? await transport.send(warmUp)
      // The first run grows pools and the allocator to the size that the work needs.
      if Self.isLong { try await body(transport) }
      let before = Footprint()
      let start = ContinuousClock.now
      try await body(transport)
      let duration = ContinuousClock.now - start
      try await eventually { server.openConnections <= 16 }
      guard Self.isLong else { return }
      let after = Footprint()
      // The allocator's pools vary by 30 MiB either way; a leak here would be hundreds.
      #expect(after.memory - before.memory < 48 << 20, "\(name): \(before) -> \(after)")
      #expect(after.descriptors - before.descriptors <= 40, "\(name): \(before) -> \(after)")
      print("soak: \(name): \(duration); \(before) -> \(after)")
    }
  }
}

/// A count that many tasks increase.
private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}
