import HTTPTypes
import Testing

@testable import Homeserver

@Suite("HTTP origin policy")
struct HTTPOriginTests {
  @Test(
    "Names of this machine are valid with any port, because forwarded ports differ",
    arguments: [
      "localhost:8008", "LOCALHOST:8008", "127.0.0.1:8008", "127.9.0.255:8008", "[::1]:8008",
      "localhost", "localhost:22", "127.0.0.1", "[::1]",
    ])
  func takesLoopback(host: String) {
    #expect(OriginPolicy.isLoopback(host))
  }

  @Test(
    "Other names and forms are refused",
    arguments: [
      "localhost:", "localhost:-8008", "localhost:08008x", "localhost:65536",
      "evil.example:8008", "localhost.evil.example:8008", "127.0.0.1.evil.example:8008",
      "127.0.0.1.:8008", "127.0.0:8008", "127.0.0.256:8008", "10.0.0.1:8008",
      "[::2]:8008", "::1:8008", "::1", "", ":8008", "a@localhost:8008", "localhost:8008:8008",
    ])
  func refusesOthers(host: String) {
    #expect(!OriginPolicy.isLoopback(host))
  }

  @Test(
    "A scheme, a host and a port make an origin",
    arguments: [
      "https://app.element.io", "http://localhost:3000", "vector://vector", "tauri://localhost",
      "http://[::1]:8080", "app+x.y-1://a_b",
    ])
  func knowsOrigins(text: String) {
    #expect(HomeserverOptions.isOrigin(text))
  }

  @Test(
    "Other texts are not origins",
    arguments: [
      "", "*", "null", "app.element.io", "https://", "://a", "https://app.element.io/",
      "https://a/b", "https://a:", "https://a:123456", "https://A", "https://*.a", "https://u@a",
      "https://a b", "://", "https://a\r\nX: b", "https://ä",
    ])
  func refusesOtherTexts(text: String) {
    #expect(!HomeserverOptions.isOrigin(text))
  }

  @Test("A request without a Host, with two, or with a foreign one is refused and not handled")
  func checksHost() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      let hosts = [
        ("", 400, "M_UNKNOWN"),
        ("Host: localhost:\(stage.port)\r\nHost: localhost:\(stage.port)\r\n", 400, "M_UNKNOWN"),
        ("Host: evil.example:\(stage.port)\r\n", 403, "M_FORBIDDEN"),
      ]
      for (host, status, code) in hosts {
        try await client.send("POST /deed HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n")
        let response = try await client.response()
        #expect(response.status == status)
        #expect(response.text.contains(code))
      }
      #expect(stage.events.count("deed") == 0)
      try await client.send(stage.request("POST", "/deed", body: ""))
      #expect(try await client.response().status == 200)
    }
  }

  @Test("The host of an absolute target takes precedence over the Host field")
  func checksTargetHost() async throws {
    try await HTTPStage.run { stage in
      let own = "localhost:\(stage.port)"
      let targets = [
        ("http://\(own)/echo/a/b", own, 200), ("HTTP://127.0.0.1:\(stage.port)/echo/a/b", own, 200),
        // The Host field is ignored.
        ("http://\(own)/echo/a/b", "evil.example", 200),
        ("http://evil.example/echo/a/b", own, 403),
        ("http://evil.example:\(stage.port)?/echo/a/b", own, 403),
        ("http://evil.example@\(own)/echo/a/b", own, 403),
        ("http://localhost:1/echo/a/b", own, 200),
        ("http://\(own)?a", own, 404),
        ("http:///echo/a/b", own, 400), ("http:/echo/a/b", own, 400),
        ("https://\(own)/echo/a/b", own, 400), ("x:/echo/a/b", own, 400), ("*", own, 400),
        ("echo/a/b", own, 400),
      ]
      for (target, host, status) in targets {
        // The parser closes some connections without a response.
        let client = try await stage.client()
        try await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect((try? await client.response().status) ?? 400 == status, "\(target)")
      }
      let client = try await stage.client()
      try await client.send("GET http://\(own)/echo/a/b HTTP/1.1\r\n\r\n")
      #expect(try await client.response().status == 400)
    }
  }

  @Test("A server that other machines can reach accepts any host")
  func takesAnyHost() async throws {
    try await HTTPStage.run(address: "0.0.0.0") { stage in
      let client = try await stage.client()
      try await client.send("GET /echo/a/b HTTP/1.1\r\nHost: chat.example\r\n\r\n")
      #expect(try await client.response().status == 200)
      try await client.send("GET /echo/a/b HTTP/1.1\r\n\r\n")
      #expect(try await client.response().status == 400)
    }
  }

  @Test("A request from a page of another site is refused and not handled")
  func refusesOtherSites() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      for origin in [
        "https://evil.example", "null", "http://localhost:1", "http://127.0.0.1:\(stage.port)",
      ] {
        try await client.send(stage.request("POST", "/deed", ["Origin: \(origin)"], body: "{}"))
        let response = try await client.response()
        #expect(response.status == 403)
        #expect(response.text.contains("M_FORBIDDEN"))
        #expect(response.headers["access-control-allow-origin"] == nil)
      }
      #expect(stage.events.count("deed") == 0)
      let own = "Origin: http://localhost:\(stage.port)"
      try await client.send(stage.request("POST", "/deed", [own], body: "{}"))
      #expect(try await client.response().status == 200)
    }
  }

  @Test("A web client with an allowed origin may use every endpoint, and no other web client may")
  func allowsNamedOrigins() async throws {
    let app = "vector://vector"
    try await HTTPStage.run(origins: [app]) { stage in
      let client = try await stage.client()
      let origin = "Origin: \(app)"
      try await client.send(stage.request("OPTIONS", "/deed", [origin]))
      let preflight = try await client.response()
      #expect(preflight.status == 204)
      #expect(preflight.headers["access-control-allow-origin"] == app)
      #expect(
        preflight.headers["access-control-allow-methods"] == "GET, POST, PUT, DELETE, OPTIONS")
      #expect(
        preflight.headers["access-control-allow-headers"]
          == "X-Requested-With, Content-Type, Authorization")
      for (method, target, status) in [("POST", "/deed", 200), ("GET", "/nothing", 404)] {
        try await client.send(stage.request(method, target, [origin], body: "{}"))
        let response = try await client.response()
        #expect(response.status == status)
        #expect(response.headers["access-control-allow-origin"] == app)
        #expect(response.headers["vary"] == "Origin")
      }
      for other in ["https://vector", "vector://vector.evil", "VECTOR://vector", "null"] {
        for method in ["OPTIONS", "POST"] {
          try await client.send(stage.request(method, "/deed", ["Origin: \(other)"], body: "{}"))
          let response = try await client.response()
          #expect(response.status == 403)
          #expect(response.headers["access-control-allow-origin"] == nil)
        }
      }
      #expect(stage.events.count("deed") == 1)
      try await client.send(stage.request("OPTIONS", "/deed"))
      #expect(try await client.response().status == 405)
    }
  }
}
