import ModelKit
import Testing

@testable import Homeserver

/// Rules for every route of the whole server.
@Suite("Every route")
struct RouteTests {
  @Test("Each has a row in the matrix with its access rule, and no row is left over")
  func rows() throws {
    let home = try TestHome()
    var rest = Set(RouteMatrix.rows.keys)
    for route in home.server.router.routes {
      rest.remove(route.key)
      let row = try #require(RouteMatrix.rows[route.key], "\(route.key) has no row")
      var isOpen = false
      if case .open = row { isOpen = true }
      #expect(route.isOpen == isOpen, "\(route.key)")
    }
    #expect(rest.isEmpty)
  }

  @Test("Routes for users refuse requests without a valid token")
  func tokens() async throws {
    let stage = try await RouteStage()
    for route in stage.routes where !route.isOpen {
      let path = stage.path(of: route)
      for (token, code) in [(nil, "M_MISSING_TOKEN"), ("wrong", "M_UNKNOWN_TOKEN")] {
        let reply = try await stage.home.call(route.method, path, token: token, body: [:])
        #expect(reply.outcome == "401 \(code)", "\(route.key)")
        #expect(token == nil || reply.json["soft_logout"] == false)
      }
      let reply = try await stage.home.call(
        route.method, path + "?access_token=wrong", body: [:])
      #expect(reply.outcome == "401 M_UNKNOWN_TOKEN", "\(route.key)")
    }
    #expect(try await stage.belongings() == stage.before)
  }

  @Test("The token of another user neither reads nor changes a user's data")
  func foreigners() async throws {
    let stage = try await RouteStage()
    var number = 0
    for route in stage.routes {
      guard let row = RouteMatrix.rows[route.key] else { continue }
      number += 1
      switch row {
      case .open: continue
      case .own(let body, let query):
        try await stage.ask(route, RouteMatrix.Try(outcome: "", query: query, body: body))
      case .ends(let body):
        let other = try await stage.home.register("eve\(number)")
        try await stage.ask(
          route,
          RouteMatrix.Try(
            outcome: "200", body: body.replacing("\"eve\"", with: "\"eve\(number)\"")), as: other)
      case .tries(let tries):
        for attempt in tries { try await stage.ask(route, attempt) }
      }
      #expect(try await stage.belongings() == stage.before, "\(route.key)")
    }
  }

  @Test("An unknown method and a longer path are not recognised")
  func unrecognised() async throws {
    let stage = try await RouteStage()
    for route in stage.routes {
      let path = stage.path(of: route)
      let method = try await stage.home.call("PATCH", path)
      #expect(method.outcome == "405 M_UNRECOGNIZED", "\(route.key)")
      #expect(method.headers["allow"]?.contains(route.method) == true, "\(route.key)")
      let beyond = try await stage.home.call(route.method, path + "/a/b/c/d/e/f")
      #expect(beyond.outcome == "404 M_UNRECOGNIZED", "\(route.key)")
    }
  }

  /// The routes that read no JSON.
  private static let bodiless: Set<String> = [
    "POST client/logout", "POST client/logout/all", "POST media/upload",
    "POST /_matrix/media/v1/create", "PUT /_matrix/media/v3/upload/:server/:media",
    "DELETE client/profile/:user/:field", "DELETE client/directory/room/:alias",
    "DELETE client/user/:user/rooms/:room/tags/:tag",
    "DELETE client/pushrules/global/:kind/:rule",
  ]

  @Test(
    "An invalid body is refused with its error code",
    arguments: [
      ("{\"a\":", "400 M_NOT_JSON"), ("\u{1}", "400 M_NOT_JSON"), ("{} {}", "400 M_NOT_JSON"),
      ("[]", "400 M_BAD_JSON"), ("null", "400 M_BAD_JSON"), ("\"text\"", "400 M_BAD_JSON"),
      (Self.nested(Limits.depth + 1), "400 M_BAD_JSON"),
      (String(repeating: " ", count: Limits.jsonBody) + "{}", "413 M_TOO_LARGE"),
    ])
  func bodies(body: String, outcome: String) async throws {
    let stage = try await RouteStage()
    for route in stage.routes where route.method != "GET" && !Self.bodiless.contains(route.key) {
      let reply = try await stage.home.call(
        route.method, stage.path(of: route), token: stage.ada.token, bytes: Array(body.utf8))
      #expect(reply.outcome == outcome, "\(route.key)")
    }
    #expect(try await stage.belongings() == stage.before)
  }

  private static func nested(_ depth: Int) -> String {
    #"{"a":"# + String(repeating: "[", count: depth - 1)
      + String(repeating: "]", count: depth - 1) + "}"
  }

  @Test("A body that is not UTF-8 is not JSON")
  func encoding() async throws {
    let stage = try await RouteStage()
    for route in stage.routes where route.method != "GET" && !Self.bodiless.contains(route.key) {
      let reply = try await stage.home.call(
        route.method, stage.path(of: route), token: stage.ada.token,
        bytes: Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8))
      #expect(reply.outcome == "400 M_NOT_JSON", "\(route.key)")
    }
  }
}

extension Route {
  /// As ``RouteMatrix`` has it.
  var key: String { "\(method) \(path)" }

  var isOpen: Bool {
    if case .open = access { true } else { false }
  }
}

extension TestHome.Reply {
  /// Status and error code.
  var outcome: String { [String(status), code].compactMap { $0 }.joined(separator: " ") }
}
