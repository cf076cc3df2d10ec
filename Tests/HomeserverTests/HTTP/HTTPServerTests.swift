import Glibc
import Testing

@testable import Homeserver

@Suite("HTTP server")
struct HTTPServerTests {
  @Test("A request reaches its endpoint with a split and decoded path")
  func answers() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "//echo/a%2Fb/%2524x?y=z"))
      let response = try await client.response()
      #expect(response.status == 200)
      #expect(response.text == "a/b|%24x")
      #expect(response.headers["content-type"] == "application/json")
      #expect(response.headers["connection"] == nil)
      #expect(response.headers["date"]?.hasSuffix(" GMT") == true)
      try await client.send(stage.request("GET", "/headers", ["x-A: b c"]))
      #expect(try await client.response().text == "b c|127.0.0.1|localhost:\(stage.port)")
    }
  }

  @Test("There are enough descriptors for all connections and more")
  func knowsDescriptors() {
    var limit = rlimit()
    #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    let connections = HTTPSettings().connections
    #expect(connections >= 16)
    #expect(UInt64(connections) < UInt64(limit.rlim_cur))
  }

  @Test("Dates have the form of HTTP in any locale")
  func tellsDates() {
    #expect(HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(4_102_444_799) == "Thu, 31 Dec 2099 23:59:59 GMT")
  }

  @Test("A handler that reads a body twice fails, and the server stays up")
  func refusesSecondRead() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("POST", "/twice", body: "abc"))
      #expect(try await client.response().status == 500)
      #expect(stage.events.count("log") == 1)
      let other = try await stage.client()
      try await other.send(stage.request("GET", "/echo/a/b"))
      #expect(try await other.response().status == 200)
    }
  }

  @Test("Responses whose status forbids a body have none")
  func sendsNoBody() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      for status in [204, 304] {
        try await client.send(stage.request("GET", "/status/\(status)"))
        let response = try await client.response()
        #expect(response.status == status)
        #expect(response.headers["content-length"] == nil)
        #expect(response.headers["transfer-encoding"] == nil)
      }
      try await client.send(stage.request("GET", "/echo/a/b"))
      #expect(try await client.response().text == "a|b")
    }
  }

  @Test("An unknown path is 404, an unknown method 405, both M_UNRECOGNIZED")
  func refusesUnknown() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/nothing"))
      let unknown = try await client.response()
      #expect(unknown.status == 404)
      #expect(unknown.text.contains("M_UNRECOGNIZED"))
      for method in ["DELETE", "OPTIONS", "PATCH"] {
        try await client.send(stage.request(method, "/body"))
        let wrong = try await client.response()
        #expect(wrong.status == 405)
        #expect(wrong.headers["allow"] == "POST")
        #expect(wrong.text.contains("M_UNRECOGNIZED"))
        #expect(wrong.headers["access-control-allow-origin"] == nil)
      }
    }
  }

  @Test("The response to a HEAD is that to a GET without its body")
  func answersHead() async throws {
    try await HTTPStage.run { stage in
      try stage.makeFile()
      let client = try await stage.client()
      try await client.send(stage.request("HEAD", "/echo/a/b"))
      let head = try await client.response(toHead: true)
      #expect(head.status == 200)
      #expect(head.headers["content-length"] == "3")
      try await client.send(stage.request("HEAD", "/big") + stage.request("HEAD", "/file"))
      #expect(try await client.response(toHead: true).headers["content-length"] == "3145728")
      #expect(try await client.response(toHead: true).headers["content-length"] == "20971520")
      try await client.send(stage.request("GET", "/echo/c/d"))
      #expect(try await client.response().text == "c|d")
    }
  }
}
