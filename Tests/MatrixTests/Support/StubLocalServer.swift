import Controllers
import Foundation
import Matrix
import Synchronization

/// A stub of this machine's server: registers accounts for holders of its token, and signs in.
final class StubLocalServer: LocalServerHost {
  static let token = String(repeating: "t", count: 43)

  /// The settings that a test may change, and the recorded events.
  struct State: Sendable {
    /// Passwords by name.
    var accounts: [String: String] = [:]
    /// The authentication stage that the server requires.
    var stage = "m.login.registration_token"
    /// Whether the next account is made while its response is lost.
    var losesNextResponse = false
    /// The announced address, instead of the one where the server listens.
    var address: ServerAddress?
    var isRunning = false
    /// Whether connections end without a response, like those of a killed process.
    var isDead = false
    var startFailure: RequestError?
    var starts = 0
    var logins = 0
  }

  private let state = Mutex(State())
  let server: StubServer

  static func start() async throws -> StubLocalServer {
    let server = try await StubServer.start { _ in .notFound }
    let local = StubLocalServer(server)
    server.answer { [weak local] request in local?.reply(to: request) ?? .notFound }
    return local
  }

  private init(_ server: StubServer) {
    self.server = server
  }

  var now: State { state.withLock { $0 } }

  func change(_ change: @Sendable (inout State) -> Void) {
    state.withLock { change(&$0) }
  }

  func running() -> LocalServer? {
    let state = now
    guard state.isRunning else { return nil }
    return (state.address ?? ServerAddress(server.url)).map {
      LocalServer(address: $0, name: "localhost")
    }
  }

  func start() async throws(RequestError) -> LocalServer {
    let failure = state.withLock { state in
      state.starts += 1
      state.isRunning = state.startFailure == nil
      return state.startFailure
    }
    if let failure { throw failure }
    guard let server = running() else {
      throw RequestError(operation: .startServer, reason: .timedOut)
    }
    return server
  }

  func registrationToken() -> Secret<String>? { Secret(Self.token) }

  private func reply(to request: StubServer.Request) -> Reply {
    guard !now.isDead else { return Reply(manner: .dropped) }
    return answer(to: request)
  }

  private func answer(to request: StubServer.Request) -> Reply {
    switch (request.method, request.path) {
    case ("GET", "/_matrix/client/versions"): .recorded("versions.json")
    case ("POST", "/_matrix/client/v3/register"): register(Body(request))
    case ("POST", "/_matrix/client/v3/login"): login(Body(request))
    case ("POST", "/_matrix/client/v3/logout"): .recorded("logout.json")
    case ("GET", "/_matrix/client/v3/sync"): Reply(manner: .silent)
    default: .notFound
    }
  }

  private func register(_ body: Body) -> Reply {
    state.withLock { state in
      guard state.accounts[body["username"]] == nil else {
        return .json(#"{"errcode":"M_USER_IN_USE","error":"taken"}"#, status: 400)
      }
      guard body["auth", "type"] == state.stage, body["auth", "session"] == "S",
        body["auth", "token"] == (state.stage == "m.login.dummy" ? "" : Self.token)
      else {
        return .json(
          #"{"session":"S","flows":[{"stages":["\#(state.stage)"]}],"params":{}}"#, status: 401)
      }
      state.accounts[body["username"]] = body["password"]
      if state.losesNextResponse {
        state.losesNextResponse = false
        return Reply(manner: .dropped)
      }
      return .json(#"{"user_id":"@\#(body["username"]):localhost"}"#)
    }
  }

  private func login(_ body: Body) -> Reply {
    state.withLock { state in
      let user = body["identifier", "user"]
      guard state.accounts[user] == body["password"] else {
        return .recorded("error-403-bad-password.json", status: 403)
      }
      state.logins += 1
      return .json(
        #"{"user_id":"@\#(user):localhost","device_id":"D\#(state.logins)","#
          + #""access_token":"token\#(state.logins)"}"#)
    }
  }

  /// The members of a JSON object, absent ones as empty texts.
  private struct Body {
    private let object: [String: Any]

    init(_ request: StubServer.Request) {
      object =
        (try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]) ?? [:]
    }

    subscript(_ key: String) -> String { object[key] as? String ?? "" }

    subscript(_ key: String, _ inner: String) -> String {
      (object[key] as? [String: Any])?[inner] as? String ?? ""
    }
  }
}
