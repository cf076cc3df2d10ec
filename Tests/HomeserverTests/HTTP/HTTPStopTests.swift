import NIOCore
import Testing

@testable import Homeserver

@Suite("Stop of the HTTP server")
struct HTTPStopTests {
  @Test("A stop cancels waiting requests and ends soon")
  func stops() async throws {
    try await HTTPStage.run { stage in
      try stage.makeFile()
      var clients: [RawClient] = []
      for target in ["/wait", "/wait", "/file", "/echo/a/b"] {
        let client = try await stage.client(receiveBuffer: 4096)
        try await client.send(stage.request("GET", target))
        clients.append(client)
      }
      clients.append(try await stage.client())
      let half = try await stage.client()
      try await half.send(stage.request("POST", "/upload", ["Content-Length: 1000"]) + "abc")
      #expect(await stage.events.happens("waits", times: 2))
      #expect(await stage.events.happens("piece"))
      let clock = ContinuousClock()
      let start = clock.now
      await stage.server.stop()
      #expect(clock.now - start < .seconds(120))
      #expect(stage.events.count("cancelled") == 2)
      #expect(stage.server.connectionCount == 0)
      await #expect(throws: RawClient.Failure.self) { try await stage.client() }
    }
  }

  @Test("A quick request in progress gets its response before the end")
  func answersBeforeEnd() async throws {
    try await HTTPStage.run {
      $0.stopGrace = .minutes(10)
    } _: { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/stubborn"))
      #expect(await stage.events.happens("works"))
      await stage.server.stop()
      #expect(try await client.response().text == "done")
    }
  }

  @Test("A port in use is an error")
  func tellsTakenPort() async throws {
    try await HTTPStage.run { stage in
      let error = await #expect(throws: HomeserverError.self) {
        try await HTTPStage.run(port: stage.port) { _ in }
      }
      #expect(error?.description.hasPrefix("port \(stage.port) is in use") == true)
    }
  }

  @Test("A stop ends while clients connect and disconnect")
  func stopsAmidClients() async throws {
    for _ in 0..<10 {
      try await HTTPStage.run { stage in
        let clients = (0..<4).map { number in
          Task {
            for count in 0... {
              // This fails when the server is gone.
              guard let client = try? await stage.client() else { return }
              let target = (count + number) % 2 == 0 ? "/wait" : "/echo/a/b"
              try? await client.send(stage.request("GET", target))
              if count % 3 == 0 { try? await client.reset() }
            }
          }
        }
        #expect(await stage.events.happens("waits", times: 4))
        await stage.server.stop()
        for client in clients { await client.value }
        #expect(stage.server.connectionCount == 0)
      }
    }
  }

  @Test("A cancelled start leaves nothing behind")
  func cancelsStart() async throws {
    try await HTTPStage.run { stage in
      let free = stage.port
      await stage.server.stop()
      for _ in 0..<10 {
        let start = Task { try await HTTPStage.run(port: free) { _ in } }
        start.cancel()
        _ = await start.result
        await #expect(throws: RawClient.Failure.self) { try await RawClient(port: free) }
      }
    }
  }

  @Test("A second stop changes nothing")
  func stopsOnce() async throws {
    try await HTTPStage.run { stage in
      await stage.server.stop()
      await stage.server.stop()
    }
  }
}
