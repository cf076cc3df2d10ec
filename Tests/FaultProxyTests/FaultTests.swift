import FaultProxy
import NIOHTTP1
import Testing

@Suite("Faults of the fault proxy", .timeLimit(.minutes(1)))
struct FaultTests {
  private static let digits: TestServer.Handler = { _ in .init(body: "0123456789") }

  @Test("a request is delayed before it reaches the server, a response afterwards")
  func delays() async throws {
    try await Stage.with(
      FaultRule("PUT", faults: .delay(.milliseconds(200), of: .request)),
      FaultRule("GET", faults: .delay(.milliseconds(200), of: .response))
    ) { stage in
      let clock = ContinuousClock()
      let start = clock.now
      async let put = stage.exchange("PUT")
      try await eventually { stage.proxy.requests.count == 1 }
      #expect(stage.server.targets.isEmpty)
      #expect(try await put.body == "ok")
      #expect(clock.now - start >= .milliseconds(200))

      let second = clock.now
      async let get = stage.exchange("GET")
      try await eventually { stage.server.targets.count == 2 }
      try await eventually { stage.proxy.requests.last?.status == 200 }
      #expect(stage.proxy.requests.last?.isAnswered == false)
      #expect(try await get.body == "ok")
      #expect(clock.now - second >= .milliseconds(200))
      #expect(stage.proxy.counts.map { $0[.delay] } == [1, 1])
    }
  }

  @Test("a delayed request reaches the server even if its client has disconnected")
  func delayedForNobody() async throws {
    try await Stage.with(FaultRule(faults: .delay(.milliseconds(100), of: .request))) { stage in
      try await RawConnection.perform(port: stage.proxy.port) { try $0.send(request()) }
      try await eventually { stage.server.targets.count == 1 }
    }
  }

  @Test("bytes trickle in either direction", arguments: ["PUT", "GET"])
  func slow(method: String) async throws {
    let text = String(repeating: "z", count: 60)
    try await Stage.with(
      FaultRule("PUT", faults: .slow(bytesPerSecond: 200, of: .request)),
      FaultRule("GET", faults: .slow(bytesPerSecond: 500, of: .response)),
      handler: { $0.method == "PUT" ? .init(body: $0.body) : .init(body: text) }
    ) { stage in
      let clock = ContinuousClock()
      let start = clock.now
      let response = try await stage.exchange(method, body: method == "PUT" ? text : nil)
      #expect(response.body == text)
      // The head counts for the response, but not for the request.
      let count = method == "PUT" ? 60.0 / 200 : Double(response.text.utf8.count) / 500
      #expect(clock.now - start >= .seconds(count))
      #expect(stage.proxy.counts.map { $0[.slow] } == (method == "PUT" ? [1, 0] : [0, 1]))
    }
  }

  @Test(
    "a response is cut or reset at a given place",
    arguments: [
      (Fault.Place.head(0), ""), (.head(5), "HTTP/"),
      (.body(0), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n"),
      (.body(3), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n012"),
    ], [false, true])
  func endings(at: (place: Fault.Place, text: String), isReset: Bool) async throws {
    let fault: Fault = isReset ? .reset(at: at.place) : .cut(at: at.place)
    try await Stage.with(FaultRule(faults: fault), handler: Self.digits) { stage in
      let response = try await stage.exchange()
      #expect(response == .init(text: at.text, ending: isReset ? .reset : .closed))
      #expect(stage.server.targets.count == 1)
      #expect(stage.proxy.counts.first?[isReset ? .reset : .cut] == 1)
      #expect(stage.proxy.requests.map(\.isAnswered) == [false])
    }
  }

  @Test("a chunked response is cut within its body, without the last chunk")
  func cutChunks() async throws {
    try await Stage.with(
      FaultRule(faults: .cut(at: .body(5))), handler: { _ in .init(chunks: ["0123", "4567"]) }
    ) { stage in
      let response = try await stage.exchange()
      #expect(response.body == "4\r\n0123\r\n1\r\n4\r\n")
      #expect(response.ending == .closed)
    }
  }

  @Test("a cut past the end does not happen and is not counted")
  func cutBehindTheEnd() async throws {
    try await Stage.with(FaultRule(faults: .cut(at: .body(11))), handler: Self.digits) { stage in
      let response = try await stage.exchange()
      #expect(response.body == "0123456789")
      #expect(stage.proxy.requests.map(\.isAnswered) == [true])
      #expect(stage.proxy.counts.map(\.suffering) == [1])
      #expect(stage.proxy.counts.first?[.cut] == 0)
    }
  }

  @Test("a canned response keeps the request from the server and the connection open")
  func ownResponse() async throws {
    let response = OwnResponse(status: 502, headers: ["Content-Type": "text/html"], body: "<html>")
    try await Stage.with(FaultRule(nil, "/bad", faults: .answer(response))) { stage in
      let text = try await RawConnection.perform(port: stage.proxy.port) { connection in
        try connection.send(request("PUT", "/bad", body: "gone"))
        let own = try connection.read(until: "<html>")
        try connection.send(request("GET", "/good"))
        return own + (try connection.read(until: "ok"))
      }
      #expect(
        text == "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n"
          + "<html>HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      #expect(stage.server.targets == ["/good"])
      #expect(stage.proxy.requests.map(\.status) == [502, 200])
    }
  }

  @Test("a request that is reset without a response never reaches the server")
  func refusal() async throws {
    try await Stage.with(
      FaultRule(faults: .answer(OwnResponse(status: 500)), .reset(at: .head(0)))
    ) { stage in
      let response = try await stage.exchange()
      #expect(response == .init(text: "", ending: .reset))
      #expect(stage.server.targets.isEmpty)
    }
  }

  @Test("a body is rewritten, and the head matches the new body", arguments: [true, false])
  func rewriting(isChunked: Bool) async throws {
    try await Stage.with(
      FaultRule(faults: .replacing(["one": "three", "two": "2"])),
      handler: { _ in isChunked ? .init(chunks: ["on", "e two"]) : .init(body: "one two") }
    ) { stage in
      let text = request("GET", "/", "Accept-Encoding: gzip", "Connection: close")
      let response = try await RawConnection.exchange(port: stage.proxy.port, text)
      #expect(response.body == "three 2")
      #expect(response.text.contains("\r\nContent-Length: 7\r\n"))
      #expect(!response.text.contains("chunked"))
      #expect(stage.server.requests.first?.headers["Accept-Encoding"] == [])
      #expect(stage.proxy.counts.first?[.rewrite] == 1)
    }
  }

  @Test("the server gets another request than the client sent, of another length")
  func requestRewriting() async throws {
    try await Stage.with(
      FaultRule(
        "POST",
        faults: .rewriteRequest {
          Array("\(String(decoding: $0, as: UTF8.self).uppercased())!".utf8)
        }),
      handler: { .init(body: $0.body) }
    ) { stage in
      let response = try await stage.exchange("POST", "/", body: "fifty")
      #expect(response.body == "FIFTY!")
      #expect(stage.server.requests.first?.headers["Content-Length"] == ["6"])
      #expect(stage.proxy.counts.first?[.rewriteRequest] == 1)
      let other = try await stage.exchange("PUT", "/", body: "fifty")
      #expect(other.body == "fifty")
    }
  }

  @Test("a response that is too long to rewrite is reported")
  func rewritingTooMuch() async throws {
    let piece = String(repeating: "x", count: 1 << 20)
    try await Stage.with(
      FaultRule(faults: .replacing(["a": "b"])),
      handler: { _ in .init(chunks: Array(repeating: piece, count: 17)) }
    ) { stage in
      let response = try await stage.exchange()
      #expect(response.text.hasPrefix("HTTP/1.1 502 "))
    }
  }

  @Test("a response is lost after the server acted")
  func loss() async throws {
    try await Stage.with(
      FaultRule("PUT", times: .first(1), faults: .loseResponse), handler: Self.digits
    ) { stage in
      let response = try await stage.exchange("PUT", "/1")
      #expect(response == .init(text: "", ending: .closed))
      let second = try await stage.exchange("PUT", "/2")
      #expect(second.body == "0123456789")
      #expect(stage.server.targets == ["/1", "/2"])
      #expect(stage.proxy.requests.map(\.status) == [200, 200])
      #expect(stage.proxy.requests.map(\.isAnswered) == [false, true])
      #expect(stage.proxy.counts.first?[.loseResponse] == 1)
    }
  }

  @Test("a request is sent twice and gets one response")
  func duplicate() async throws {
    try await Stage.with(FaultRule("PUT", faults: .sendTwice), handler: { .init(body: $0.body) }) {
      stage in
      let response = try await RawConnection.perform(port: stage.proxy.port) { connection in
        try connection.send(request("PUT", "/x", body: "twice"))
        let first = try connection.read(until: "\r\n\r\ntwice")
        try connection.send(request("GET", "/y", "Connection: close"))
        return first + connection.readRest().text
      }
      #expect(response.split(separator: "HTTP/1.1 200").count == 2)
      #expect(stage.server.targets == ["/x", "/x", "/y"])
      #expect(stage.server.requests.map(\.body) == ["twice", "twice", ""])
      #expect(stage.proxy.requests.map(\.secondStatus) == [200, nil])
      #expect(stage.proxy.counts.first?[.sendTwice] == 1)
    }
  }

  @Test("a held request goes to the server after the response to the next one")
  func reordering() async throws {
    try await Stage.with(
      FaultRule("PUT", times: .every(1), faults: .hold(atMost: .seconds(30)))
    ) { stage in
      for pair in 0..<2 {
        async let first = stage.exchange("PUT", "/\(pair)a")
        try await eventually { stage.proxy.requests.count == pair * 2 + 1 }
        #expect(try await stage.exchange("PUT", "/\(pair)b").body == "ok")
        #expect(try await first.body == "ok")
      }
      #expect(stage.server.targets == ["/0b", "/0a", "/1b", "/1a"])
      #expect(stage.proxy.counts.first?[.hold] == 2)
    }
  }

  @Test("a held request continues by itself when its time is up")
  func holdEnds() async throws {
    try await Stage.with(FaultRule(faults: .hold(atMost: .milliseconds(100)))) { stage in
      let start = ContinuousClock.now
      let response = try await stage.exchange()
      #expect(response.body == "ok")
      #expect(ContinuousClock.now - start >= .milliseconds(100))
    }
  }

  @Test("a rule affects exactly the requests it selects, and the first such rule wins")
  func times() async throws {
    let (one, two, three) = (
      OwnResponse(status: 501), OwnResponse(status: 502), OwnResponse(status: 503)
    )
    try await Stage.with(
      FaultRule("GET", "/a*", query: "*since=*", times: .nth(2), faults: .answer(one)),
      FaultRule("GET", times: .first(2), faults: .answer(two)),
      FaultRule(times: .every(3), faults: .answer(three))
    ) { stage in
      for _ in 0..<6 { _ = try await stage.exchange("GET", "/abc?x&since=1") }
      _ = try await stage.exchange("GET", "/abc?x")
      _ = try await stage.exchange("PUT", "/abc")
      #expect(stage.proxy.requests.map(\.status) == [502, 501, 503, 200, 200, 503, 200, 200])
      #expect(stage.proxy.requests.map(\.rule) == [1, 0, 2, nil, nil, 2, nil, nil])
      #expect(stage.proxy.counts.map(\.fitting) == [6, 7, 8])
      #expect(stage.proxy.counts.map(\.suffering) == [1, 1, 2])

      stage.proxy.replaceRules([FaultRule(faults: .answer(one))])
      #expect(stage.proxy.counts.map(\.fitting) == [0])
      #expect(try await stage.exchange().text.hasPrefix("HTTP/1.1 501 "))
    }
  }

  @Test("new rules release the requests that the old ones hold")
  func replacingHolders() async throws {
    try await Stage.with(FaultRule(faults: .hold(atMost: .seconds(30)))) { stage in
      async let held = stage.exchange()
      try await eventually { stage.proxy.counts.first?[.hold] == 1 }
      stage.proxy.replaceRules([])
      #expect(try await held.body == "ok")
    }
  }

  @Test("several faults combine")
  func together() async throws {
    try await Stage.with(
      FaultRule(
        faults: .delay(.milliseconds(50), of: .request), .sendTwice, .replacing(["345": "-"]),
        .slow(bytesPerSecond: 2_000, of: .response), .reset(at: .body(4))),
      handler: Self.digits
    ) { stage in
      let response = try await stage.exchange("PUT", body: "x")
      #expect(response.body == "012-")
      #expect(response.ending == .reset)
      try await eventually { stage.server.targets.count == 2 }
      let kinds: [Fault.Kind] = [.delay, .sendTwice, .rewrite, .slow, .reset]
      #expect(kinds.map { stage.proxy.counts.first?[$0] } == [1, 1, 1, 1, 1])
    }
  }

  @Test("the proxy stops at once, whatever it waits for")
  func stopping() async throws {
    let gate = Gate()
    let start = ContinuousClock.now
    try await Stage.with(
      FaultRule(nil, "/hold", faults: .hold(atMost: .seconds(600))),
      FaultRule(nil, "/delay", faults: .delay(.seconds(600), of: .request)),
      handler: { _ in
        await gate.wait()
        return .init()
      }
    ) { stage in
      async let hold = stage.exchange("GET", "/hold")
      async let delay = stage.exchange("GET", "/delay")
      async let poll = stage.exchange("GET", "/poll")
      try await eventually {
        stage.proxy.requests.count == 3 && stage.server.targets.count == 1
      }
      await stage.proxy.stop()
      let ends = try await [hold, delay, poll]
      #expect(ends.allSatisfy { $0.text.isEmpty })
      gate.open()
    }
    #expect(ContinuousClock.now - start < .seconds(120))
  }
}
