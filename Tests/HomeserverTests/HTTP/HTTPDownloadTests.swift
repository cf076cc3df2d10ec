import NIOCore
import Testing

@testable import Homeserver

@Suite("HTTP downloads")
struct HTTPDownloadTests {
  @Test("A file is sent completely, and the connection stays open")
  func sendsFile() async throws {
    try await HTTPStage.run { stage in
      try stage.makeFile()
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/file"))
      let body = try await client.response().body
      #expect(body.count == HTTPStage.fileSize)
      let isRight = body == HTTPStage.fileContent
      #expect(isRight)
      try await client.send(stage.request("GET", "/big"))
      let isRightAgain =
        try await client.response().body == [UInt8](repeating: 0x61, count: 3 << 20)
      #expect(isRightAgain)
    }
  }

  @Test("A missing file is 500 and logged")
  func tellsMissingFile() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/no-file"))
      let response = try await client.response()
      #expect(response.status == 500)
      #expect(response.text.contains("M_UNKNOWN"))
      #expect(stage.events.count("log") == 1)
    }
  }

  @Test("A file that is shorter than its declared size ends the connection early")
  func cutsShortFile() async throws {
    try await HTTPStage.run { stage in
      try stage.makeFile()
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/long-file"))
      await #expect(throws: RawClient.Failure.self) { try await client.response() }
      #expect(await stage.hasConnections(0))
    }
  }

  @Test("Clients that do not read cost a bounded amount of memory each")
  func boundsSlowReaders() async throws {
    // Memory for all of their responses: this test measures the buffer of each connection.
    try await HTTPStage.run(bounds: .init(perUser: 64 << 20)) { stage in
      try stage.makeFile()
      var clients: [RawClient] = []
      for number in 0..<40 {
        let client = try await stage.client(receiveBuffer: 4096)
        try await client.send(stage.request("GET", number % 2 == 0 ? "/file" : "/big"))
        clients.append(client)
      }
      #expect(await stage.allAreHeldBack())
      // Gives the server time to write ahead, if it did.
      let other = try await stage.client()
      for _ in 0..<100 {
        try await other.send(stage.request("GET", "/echo/a/b"))
        #expect(try await other.response().status == 200)
      }
      let waiting = try await stage.waitingBytes()
      #expect(waiting.count == 41)
      #expect(waiting.allSatisfy { $0 <= 3 * 64 << 10 })
    }
  }

  @Test("A client that stops reading its response is cut off")
  func boundsWrites() async throws {
    try await HTTPStage.run {
      $0.writeTimeout = .milliseconds(300)
    } _: { stage in
      try stage.makeFile()
      let client = try await stage.client(receiveBuffer: 4096)
      try await client.send(stage.request("GET", "/file"))
      #expect(try await client.byte() == UInt8(ascii: "H"))
      #expect(await stage.hasConnections(0))
    }
  }

  @Test("A download ends when its client disconnects")
  func endsWithClient() async throws {
    try await HTTPStage.run { stage in
      try stage.makeFile()
      let client = try await stage.client(receiveBuffer: 4096)
      try await client.send(stage.request("GET", "/file"))
      #expect(await stage.allAreHeldBack())
      try await client.reset()
      #expect(await stage.hasConnections(0))
    }
  }
}
