import Controllers
import Foundation
import Models
import Signals
import TestServers
import Testing

@testable import Matrix

@MainActor
@Suite("Registration", .timeLimit(.minutes(5)))
struct RegistrationTests {
  private func withServer(
    _ replies: [Reply],
    _ body: (StubServer, MatrixSessionController) async throws -> Void
  ) async throws {
    let replies = Queue(replies)
    let server = try await StubServer.start { request in
      switch (request.method, request.path) {
      case ("GET", "/_matrix/client/versions"): .json(#"{"versions":["v1.11"]}"#)
      case ("GET", "/_matrix/client/v3/login"): .json(#"{"flows":[{"type":"m.login.password"}]}"#)
      case ("POST", "/_matrix/client/v3/register"): await replies.next()
      default: .notFound
      }
    }
    let transport = CurlTransport()
    try await body(server, try SessionFolder().controller(transport))
    await transport.close()
    await server.stop()
  }

  private actor Queue {
    private var replies: [Reply]
    init(_ replies: [Reply]) { self.replies = replies }
    func next() -> Reply { replies.isEmpty ? .notFound : replies.removeFirst() }
  }

  private nonisolated static func stages(_ flows: String, _ rest: String = "") -> Reply {
    .json(#"{"session":"s1","flows":[\#(flows)],"params":{}\#(rest)}"#, status: 401)
  }

  private nonisolated static let terms =
    #"{"m.login.terms":{"policies":{"privacy":{"version":"1","de":7,"#
    + #""en":{"name":"Privacy\u202e","url":"https://example.org/p"},"fr":{"name":"x","url":"https://f.org"}},"#
    + #""bad":{"en":{"name":"Bad","url":"javascript:x"}},"other":{"de":{"url":"https://example.org/o"}}}}}"#

  @Test(
    "what a server asks for is offered, or told as something for a browser",
    arguments: [
      (stages(#"{"stages":["m.login.dummy"]}"#), RegistrationOffer.open(RegistrationNeeds())),
      (
        stages(
          #"{"stages":["m.login.email.identity"]},{"stages":["m.login.registration_token","m.login.dummy"]}"#
        ),
        .open(RegistrationNeeds(token: true))
      ),
      (stages(#"{"stages":["m.login.recaptcha","m.login.dummy"]}"#), .elsewhere),
      (
        Reply.json(
          #"{"session":"s1","flows":[{"stages":["m.login.terms"]}],"params":\#(terms)}"#,
          status: 401),
        .open(
          RegistrationNeeds(terms: [
            ServerTerms(name: "Privacy\u{202E}", address: "https://example.org/p"),
            ServerTerms(name: "other", address: "https://example.org/o"),
          ]))
      ),
      (.json(#"{"errcode":"M_FORBIDDEN"}"#, status: 403), .closed), (.json("[]"), .closed),
    ] as [(Reply, RegistrationOffer)])
  func offer(reply: Reply, offer: RegistrationOffer) async throws {
    try await withServer([reply]) { server, sessions in
      let found = try await sessions.discover(server.url).first()
      #expect(found?.registration == offer)
      // Nothing is begun by asking.
      let bodies = server.requests.filter { $0.path.hasSuffix("/register") }.map(\.text)
      #expect(bodies == ["{}"])
    }
  }

  @Test("stages are passed one after the other in the server's session")
  func stages() async throws {
    let flow = #"{"stages":["m.login.registration_token","m.login.terms","m.login.dummy"]}"#
    let replies: [Reply] = [
      Self.stages(flow),
      Self.stages(flow, #","completed":["m.login.registration_token"]"#),
      Self.stages(flow, #","completed":["m.login.registration_token","m.login.terms"]"#),
      .json(#"{"user_id":"@ada:example.org"}"#),
    ]
    try await withServer(replies) { server, sessions in
      let account = NewAccount(
        name: "ada", password: Secret("p"), token: Secret("invited"), acceptsTerms: true)
      let user = try await sessions.registration.register(account, on: server.url).first()
      #expect(user?.rawValue == "@ada:example.org")
      let bodies = server.requests.filter { $0.path.hasSuffix("/register") }.map(\.text)
      #expect(bodies.count == 4)
      #expect(bodies.allSatisfy { $0.contains(#""inhibit_login":true"#) })
      #expect(!bodies[0].contains("auth"))
      #expect(
        bodies[1].contains(#""type":"m.login.registration_token","session":"s1","token":"invited""#)
      )
      #expect(bodies[2].contains(#""type":"m.login.terms","session":"s1""#))
      #expect(bodies[3].contains(#""type":"m.login.dummy""#))
    }
  }

  @Test("a wrong token and terms that nobody accepted are not tried again")
  func refused() async throws {
    let flow = #"{"stages":["m.login.registration_token"]}"#
    try await withServer([
      Self.stages(flow), Self.stages(flow, #","completed":[],"errcode":"M_UNAUTHORIZED""#),
      Self.stages(#"{"stages":["m.login.terms"]}"#),
    ]) { server, sessions in
      let account = NewAccount(name: "ada", password: Secret("p"), token: Secret("wrong"))
      let wrong = await failure { () async throws(RequestError) in
        try await sessions.registration.register(account, on: server.url).first()
      }
      #expect(wrong?.code == "M_UNAUTHORIZED" && wrong?.operation == .register)
      let terms = await failure { () async throws(RequestError) in
        try await sessions.registration.register(account, on: server.url).first()
      }
      #expect(terms?.reason == .unsupportedProof)
    }
  }

  @Test(
    "a real server's token and rules are passed, and a wrong token is not",
    .enabled(if: TestServer.Kind.synapse.shared != nil))
  func strict() async throws {
    let server = try PrivateServer(
      .synapse, settings: ["CHATTUI_SYNAPSE_REGISTRATION": "strict"])
    defer { server.end() }
    let transport = CurlTransport()
    let sessions = try SessionFolder().controller(transport)
    let registration = sessions.registration
    let found = try #require(try await sessions.discover(server.server.url).first())
    let terms = ServerTerms(name: "House rules", address: found.address + "/_matrix/consent?v=1.0")
    #expect(found.registration == .open(RegistrationNeeds(token: true, terms: [terms])))

    let wrong = await failure { () async throws(RequestError) in
      try await registration.check(token: Secret("guess"), on: found.address).first()
    }
    #expect(wrong?.code == "M_FORBIDDEN")
    var account = NewAccount(
      name: "ada", password: Secret("a long password"), token: Secret("guess"))
    let refused = await failure { () async throws(RequestError) in
      try await registration.register(account, on: found.address).first()
    }
    #expect(refused?.operation == .register && refused?.code == "M_UNAUTHORIZED")
    account.token = Secret("invited")
    _ = try await registration.check(token: Secret("invited"), on: found.address).first()
    let rude = await failure { () async throws(RequestError) in
      try await registration.register(account, on: found.address).first()
    }
    #expect(rude?.reason == .unsupportedProof)
    account.acceptsTerms = true
    let user = try await registration.register(account, on: found.address).first()
    #expect(user?.rawValue == "@ada:localhost")
    await transport.close()
  }

  @Test("an account is made, signed in to and deactivated", arguments: TestServer.all)
  func life(server: TestServer) async throws {
    let transport = CurlTransport()
    let folder = try SessionFolder()
    let sessions = folder.controller(transport)
    let registration = sessions.registration
    let found = try #require(try await sessions.discover(server.url).first())
    #expect(found.registration == .open(RegistrationNeeds()))
    let name = "new-\(UUID().uuidString.prefix(8).lowercased())"
    _ = try await registration.check(name: name, on: found.address).first()
    let password = Secret("a password of \(name)")
    let user = try #require(
      try await registration.register(
        NewAccount(name: name, password: password), on: found.address
      ).first())
    #expect(user.localpart == name)
    let taken = await failure { () async throws(RequestError) in
      try await registration.check(name: name, on: found.address).first()
    }
    #expect(taken?.code == "M_USER_IN_USE" && taken?.operation == .register)

    let credentials = Credentials(server: found.address, user: name, password: password)
    let session = try #require(try await sessions.signIn(credentials).first())
    #expect(session.userID == user)
    let page = try await session.account.page().first() ?? nil
    #expect(page == nil)
    let wrong = await failure { () async throws(RequestError) in
      try await session.account.deactivate(isErasing: true, proof: .password(Secret("wrong")))
        .first()
    }
    #expect(wrong?.code == "M_FORBIDDEN" && wrong?.operation == .deactivate)
    _ = try await session.account.deactivate(isErasing: true, proof: .password(password)).first()
    _ = try await sessions.signOut().first()
    #expect(try folder.storedSessions().isEmpty)
    let gone = await failure { () async throws(RequestError) in
      try await sessions.signIn(credentials).first()
    }
    #expect(gone?.status == 403)
    await transport.close()
  }
}
