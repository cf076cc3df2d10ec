import Testing

@testable import Homeserver

@Suite("HTTP bodies")
struct HTTPBodyTests {
  @Test("A body is read whole, with a length or in chunks")
  func readsBodies() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(
        stage.request("POST", "/body", body: String(repeating: "a", count: 1000)))
      #expect(try await client.response().text == "1000")
      try await client.send(
        stage.request("POST", "/body", ["Transfer-Encoding: chunked"])
          + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: f\r\n\r\n")
      #expect(try await client.response().text == "5")
      try await client.send(stage.request("POST", "/body"))
      #expect(try await client.response().text == "0")
    }
  }

  @Test(
    "A body with a declared length over the limit is M_TOO_LARGE before it arrives, and the connection ends"
  )
  func refusesLongBody() async throws {
    try await HTTPStage.run { stage in
      for length in ["1001", "9223372036854775807"] {
        let client = try await stage.client()
        try await client.send(stage.request("POST", "/body", ["Content-Length: \(length)"]))
        let response = try await client.response()
        #expect(response.status == 413)
        #expect(response.text.contains("M_TOO_LARGE"))
        #expect(response.headers["connection"] == "close")
        #expect(try await client.end() == .closed)
      }
    }
  }

  @Test("A body without a length is M_TOO_LARGE once it exceeds the limit")
  func refusesLongChunks() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("POST", "/body", ["Transfer-Encoding: chunked"]))
      try await client.send("3e9\r\n" + String(repeating: "a", count: 1001))
      let response = try await client.response()
      #expect(response.status == 413)
      #expect(response.text.contains("M_TOO_LARGE"))
      #expect(try await client.end() == .closed)
    }
  }

  @Test("An unread body is never parsed as a request")
  func dropsUnreadBody() async throws {
    try await HTTPStage.run { stage in
      let hidden = stage.request("POST", "/deed", body: "")
      let long = String(repeating: hidden, count: 3_000_000 / hidden.utf8.count)
      let client = try await stage.client()
      let bytes = Array(stage.request("POST", "/ignore", body: long).utf8)
      _ = try? await client.sendSome(bytes, within: 10)
      let response = try await client.response()
      #expect(response.text == "ignored")
      #expect(response.headers["connection"] == "close")
      #expect(try await client.end() != .open)
      #expect(stage.events.count("deed") == 0)
    }
  }

  @Test("Everything after a refused body is dropped, even a request")
  func dropsWhatFollows() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      let long = String(repeating: "a", count: 100_000)
      try await client.send(
        stage.request("POST", "/body", body: long) + stage.request("POST", "/deed", body: ""))
      #expect(try await client.response().status == 413)
      #expect(try await client.end() != .open)
      #expect(stage.events.count("deed") == 0)
    }
  }

  @Test("A small unread body leaves the connection open")
  func drainsSmallBody() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(
        stage.request("PUT", "/_matrix/secret", body: String(repeating: "GET / ", count: 1000)))
      let response = try await client.response()
      #expect(response.status == 401)
      #expect(response.headers["connection"] == nil)
      #expect(response.text.contains("M_MISSING_TOKEN"))
      try await client.send(
        stage.request("POST", "/ignore", ["Transfer-Encoding: chunked"]) + "1\r\na\r\n0\r\n\r\n")
      #expect(try await client.response().status == 200)
    }
  }

  @Test("A body with a content encoding is refused")
  func refusesEncodings() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("POST", "/body", ["Content-Encoding: gzip"], body: "abc"))
      #expect(try await client.response().status == 415)
    }
  }

  @Test("A client that expects 100 Continue gets it when the handler reads the body, and only then")
  func tellsToContinue() async throws {
    try await HTTPStage.run { stage in
      let expect = "Expect: 100-continue"
      let client = try await stage.client()
      try await client.send(stage.request("POST", "/body", [expect, "Content-Length: 3"]))
      #expect(try await client.response().status == 100)
      try await client.send("abc")
      #expect(try await client.response().text == "3")
      try await client.send(stage.request("POST", "/body", [expect, "Content-Length: 3000"]))
      #expect(try await client.response().status == 413)
    }
  }

  @Test(
    "Heads with contradictory lengths are refused",
    arguments: [
      "Content-Length: 3\r\nContent-Length: 4", "Content-Length: 3\r\nContent-Length: 3",
      "Content-Length: 3\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: chunked\r\nContent-Length: 3",
      "Content-Length: -1", "Content-Length: +3", "Content-Length: 0x3", "Content-Length: 3, 3",
      "Content-Length: 99999999999999999999", "Transfer-Encoding: xchunked",
      "Transfer-Encoding: chunked, identity", "Content-Length : 3",
    ])
  func refusesAmbiguousLengths(headers: String) async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(
        stage.request("POST", "/deed", [headers])
          + "0\r\n\r\n" + stage.request("POST", "/deed", body: ""))
      let text = try await client.rest()
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 400 "))
      #expect(text.split(separator: "HTTP/1.1").count <= 1)
      #expect(stage.events.count("deed") == 0)
    }
  }

  @Test("A body with a broken chunk is refused, and the connection ends")
  func refusesBrokenChunk() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(
        stage.request("POST", "/upload", ["Transfer-Encoding: chunked"]) + "3\r\nabc\r\nzz\r\n")
      #expect(try await client.response().status == 400)
      #expect(try await client.end() == .closed)
      #expect(stage.events.count("uploaded") == 0)
    }
  }

  @Test("An incomplete upload is never accepted as complete", arguments: [true, false])
  func refusesShortUpload(isChunked: Bool) async throws {
    try await HTTPStage.run { stage in
      for isReset in [true, false] {
        let client = try await stage.client()
        let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 5"
        try await client.send(
          stage.request("POST", "/upload", [length]) + (isChunked ? "3\r\nabc\r\n" : "abc"))
        #expect(await stage.events.happens("piece", times: isReset ? 1 : 2))
        if isReset { try await client.reset() } else { try await client.finish() }
        if !isReset {
          let text = try await client.rest()
          #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 400 "))
        }
      }
      try await stage.settle()
      #expect(stage.events.count("uploaded") == 0)
    }
  }

  @Test("A slow consumer slows the client down")
  func holdsClientBack() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("POST", "/slow-upload", ["Content-Length: 100000000"]))
      let sent = try await client.sendSome([UInt8](repeating: 0, count: 64 << 20), within: 0.3)
      // The buffers of the two sockets, and a few pieces.
      #expect(sent < 24 << 20)
      #expect(await stage.events.happens("piece"))
      #expect(stage.events.count("piece") == 1)
    }
  }
}
